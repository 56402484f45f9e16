/**
 * The fixed bounds of what callers may send, store and be shown: what a message can name. How many rows go
 * into one statement, how often something is tried again and what a cache keeps stand beside the code that
 * they are for; bounds of queries are in repository/query/query-limits.ts.
 */
export const limits = {
  /** Characters (UTF-16 units) of a document name. */
  nameLengthMax: 255,
  /** UTF-8 bytes of a path: one PostgreSQL index entry must hold it. */
  pathBytesMax: 2_600,
  /** Levels of nesting of a JSON request body. */
  jsonDepthMax: 64,
  /** What the setting jsonBodyMaxMegabytes can be raised to. */
  jsonBodyBytesMax: 32 * 1024 * 1024,
  /**
   * Values in a JSON request body (objects, lists and what is in them) and members of its objects.
   * Bytes alone bound little: 8 MiB of empty objects took 1.1 s to parse and 271 MB, 8 MiB of
   * different keys 0.7 s; at these bounds the worst of all shapes takes 26 ms and 3 MB. All figures
   * are in docs/decisions/0008-request-bodies.md.
   */
  jsonValuesMax: 100_000,
  jsonMembersMax: 50_000,
  /** Values beside an integer that a double cannot hold, for which each of them is looked at. */
  jsonExactValuesMax: 25_000,
  /** A JSON request body must have arrived by then. */
  jsonBodyTimeoutMs: 120_000,
  /** Characters of the title that take part in sorting. */
  titleKeyLengthMax: 200,
  /** Items of one list property. */
  listLengthMax: 50_000,
  /** Characters of a list that is sent as one text, and lines of a text with properties. */
  listTextLengthMax: 1_000_000,
  propertyLinesMax: 50_000,
  /**
   * Words of one document that are searched, the others of a longer text cannot be found: they are stored
   * by one statement, which holds up the event loop with SQLite for 25 ms, and what precedes it on the
   * loop takes as long.
   */
  indexedWordsMax: 200_000,
  /**
   * UTF-8 bytes of texts that are indexed in the unit that stores their document, 12 ms at most. Of
   * longer ones it indexes the beginning only, and a job the rest: see docs/decisions/0006-full-text.md.
   */
  indexedAtOnceBytesMax: 64 * 1024,
  indexedBeginningMax: 8 * 1024,
  /** Entries of one page of documents. */
  pageSizeMax: 1_000,
  pageSizeDefault: 50,
  /**
   * Bytes of the properties of one document, as JSON: more than the largest JSON body brings, and less
   * than one answer holds.
   */
  storedPropertiesBytesMax: 36 * 1024 * 1024,
  /** Bytes of texts that the rows of one answer hold together, where they are no documents. */
  rowsBytesMax: 16 * 1024 * 1024,
  /**
   * Bytes of properties that the documents of one answer hold together, as stored: more than one
   * document of the largest JSON body, so that a page of one is always possible.
   */
  listedBytesMax: 40 * 1024 * 1024,
  /** Matches of a query that are counted unless it says less, and those that it may ask for. */
  countDefault: 10_000,
  countMax: 100_000,
  /** Matches that aggregates look at, and items of a list; with more the counts are too small. */
  aggregatedValuesMax: 100_000,
  /** Bytes of a text that aggregates group by; documents with a longer one are in none of their groups. */
  aggregatedTextBytesMax: 1_000,
  /** Groups of one aggregate. */
  aggregateGroupsMax: 10_000,
  /** Parts of one multipart body, the JSON part of an operation request included. */
  multipartPartsMax: 10_000,
  /** Bytes of the header of one part. */
  multipartHeaderBytesMax: 16 * 1024,
  /** Chunks of one uploaded file. */
  uploadChunksMax: 10_000,
  /** How long the database is asked what became of a commit whose answer was lost. */
  outcomeWaitMs: 15_000,
  /** Names tried before a collision is reported. */
  nameAttemptsMax: 20,
  /** Characters of a tag, and tags of a document: who may only read it gives them, too. */
  tagLengthMax: 255,
  tagsMax: 1_000,
  /** Characters of the event and the category of an audit entry. */
  auditNameLengthMax: 255,
  /** Characters of the id of a directory entry. */
  directoryEntryIdLengthMax: 255,
  /** Characters of a user or group name. */
  principalNameLengthMax: 255,
  /** Characters of one property of a user or group. */
  principalTextLengthMax: 4_000,
  /** Characters of an xpath: no content model has properties so deep that a longer one names any. */
  xpathLengthMax: 4_000,
  /** Characters of one field of a directory entry. */
  directoryTextLengthMax: 10_000,
  /** Characters of the comment of a version, of an access control entry, of an audit entry. */
  commentLengthMax: 10_000,
  /** Characters of a name in an access control entry: those of invited people have their address in it. */
  aceNameLengthMax: 512,
  /** Access control entries of one document, over all its lists. */
  acesMax: 5_000,
  /** Characters of a file name given in JSON; those in headers are bounded by the headers. */
  fileNameLengthMax: 1_000,
  /** Characters of a password; longer ones only serve to burn our time. */
  passwordLengthMax: 1_000,
} as const;
