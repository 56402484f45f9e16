/**
 * The fixed bounds of what callers may send, store and receive: those that messages name. Rows for
 * each statement, numbers of attempts and sizes of caches are next to the code that uses them;
 * bounds of queries are in repository/query/query-limits.ts.
 */
export const limits = {
  /** Characters (UTF-16 units) of a document name. */
  nameLengthMax: 255,
  /** UTF-8 bytes of a path: one PostgreSQL index entry must hold it. */
  pathBytesMax: 2_600,
  /** Documents below a folder whose rows are written with a change of it: a few milliseconds. */
  writtenAtOnce: 100,
  /** Levels of nesting of a JSON request body. */
  jsonDepthMax: 64,
  /** The largest value of the setting jsonBodyMaxMegabytes, in bytes. */
  jsonBodyBytesMax: 32 * 1024 * 1024,
  /**
   * Values in a JSON request body (objects, lists and what is in them) and members of its objects.
   * A bound of bytes is not enough: 8 MiB of empty objects took 1.1 s to parse and 271 MB, 8 MiB of
   * different keys 0.7 s; at these bounds the worst of all shapes takes 26 ms and 3 MB. All figures
   * are in docs/decisions/0008-request-bodies.md.
   */
  jsonValuesMax: 100_000,
  jsonMembersMax: 50_000,
  /** Members of one object: copying and checking an object is one step, and each costs a millisecond. */
  jsonObjectMembersMax: 5_000,
  /** Values in a body that has an integer beyond doubles: each value must then be looked at. */
  jsonExactValuesMax: 25_000,
  /** Time for a JSON request body to arrive. */
  jsonBodyTimeoutMs: 120_000,
  /** Characters of the title that take part in sorting. */
  titleKeyLengthMax: 200,
  /** Items of a list property. */
  listLengthMax: 50_000,
  /** Characters of a list that is sent as one text, and lines of a text with properties. */
  listTextLengthMax: 1_000_000,
  propertyLinesMax: 50_000,
  /**
   * Words of one document that are indexed; further words cannot be found. They are stored by one
   * statement, which blocks the event loop with SQLite for 25 ms; the work on the loop before it
   * takes as long.
   */
  indexedWordsMax: 200_000,
  /**
   * UTF-8 bytes of texts that are indexed in the unit that stores their document, 12 ms at most. Of
   * longer ones a job indexes all but the beginning: see docs/decisions/0006-full-text.md.
   */
  indexedAtOnceBytesMax: 64 * 1024,
  indexedBeginningMax: 8 * 1024,
  /** Entries of one page of documents. */
  pageSizeMax: 1_000,
  pageSizeDefault: 50,
  /**
   * Bytes of the properties of one document, as JSON: more than the largest JSON body, and less
   * than one response can hold. A lower limit of bodies lowers it for changes, see `propertiesBytesMax`.
   */
  storedPropertiesBytesMax: 36 * 1024 * 1024,
  /** Bytes of texts in all rows of one response, for rows that are not documents. */
  rowsBytesMax: 16 * 1024 * 1024,
  /**
   * Bytes of properties of all documents in one response, as stored: more than one document of the
   * largest JSON body, so that a page of one is always possible.
   */
  listedBytesMax: 40 * 1024 * 1024,
  /** Documents of one exported tree: the list of what an archive holds is in memory. */
  exportedDocumentsMax: 50_000,
  /** Of the files of one archive that is downloaded: it is on the disk of the server for up to two hours. */
  downloadedBytesMax: 20_000_000_000,
  /** Documents that one request names by their ids, to be changed in one transaction. */
  documentSetMax: 100,
  /** Matches of a query that are counted by default, and the most that it may ask for. */
  countDefault: 10_000,
  countMax: 100_000,
  /**
   * Matches that aggregates evaluate; of more they evaluate a sample. Items of a list that they
   * evaluate; with more the counts are too small.
   */
  aggregatedValuesMax: 100_000,
  /** Matches in a sample: of a group with a tenth of them the count is within 6 % nearly always. */
  aggregateSampleSize: 10_000,
  /** Bytes of a text that aggregates group by; documents with a longer one are in no group. */
  aggregatedTextBytesMax: 1_000,
  /** Groups of one aggregate. */
  aggregateGroupsMax: 10_000,
  /** Parts of one multipart body, the JSON part of an operation request included. */
  multipartPartsMax: 10_000,
  /** Bytes of the header of one part. */
  multipartHeaderBytesMax: 16 * 1024,
  /** Chunks of one uploaded file. */
  uploadChunksMax: 10_000,
  /** How long the database is asked for the outcome of a commit whose reply was lost. */
  outcomeWaitMs: 15_000,
  /** Names tried before a collision is reported. */
  nameAttemptsMax: 20,
  /** Characters of a tag, and tags of a document: users who may only read it can add them, too. */
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
  /** Characters of an xpath: no content model is so deep that a longer one is valid. */
  xpathLengthMax: 4_000,
  /** Characters of one field of a directory entry. */
  directoryTextLengthMax: 10_000,
  /** Characters of the comment of a version, of an access control entry, of an audit entry. */
  commentLengthMax: 10_000,
  /** Characters of a comment on a document, and of what another system stores with it. */
  commentTextLengthMax: 1_000_000,
  commentEntityLengthMax: 4_000_000,
  /** Characters of the name that another system gives to a comment: an index has it. */
  commentNameLengthMax: 500,
  /** Comments of one response. */
  commentsListedMax: 10_000,
  /** Annotations of which one request reads the comments. */
  annotationIdsMax: 1_000,
  /** Characters of a name in an access control entry: those of invited people contain their address. */
  aceNameLengthMax: 512,
  /** Access control entries of one document, over all its lists. */
  acesMax: 5_000,
  /** Users and groups whose permissions one command removes. */
  purgedNamesMax: 500,
  /** Users and groups with a permission on a document, as an operation lists them. */
  permittedPrincipalsMax: 10_000,
  /** Characters of a file name given in JSON; those in headers are bounded by the headers. */
  fileNameLengthMax: 1_000,
  /** Characters of a password; hashing longer ones would only take time of the server. */
  passwordLengthMax: 1_000,
} as const;
