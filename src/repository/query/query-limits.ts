/** Bounds of one query; larger ones are refused before they are run. */
export const queryLimits = {
  /** Characters: a list of 5,000 ids is about 200,000. */
  lengthMax: 1_000_000,
  /** Levels of parentheses and NOT. */
  depthMax: 100,
  /**
   * Comparisons of a query; each becomes a condition of the statement. Writing the statement takes
   * 20 to 70 ms of the event loop for so many. SQLite prepares it in time quadratic in its
   * parameters, on a thread if the unit reads only.
   */
  conditionsMax: 500,
  /** Elements of one IN list. */
  listLengthMax: 20_000,
  columnsMax: 100,
  sortKeysMax: 20,
  typesMax: 200,
  /** Characters of a LIKE pattern; SQLite accepts 50,000 bytes with all escapes. */
  patternLengthMax: 4_000,
  /** Words of all full-text searches: each of them is an index lookup. */
  searchedWordsMax: 2_000,
  /** Wildcards that must be tried together: the work grows exponentially with their number. */
  correlatedWildcardsMax: 4,
  /** Characters of the query repeated in a message. */
  excerptLengthMax: 500,
} as const;

/** Looking up so many documents and sorting them takes some tenths of a second. */
export const lookedUpMax = 5_000;
