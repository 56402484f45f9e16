/** Bounds of one query; whatever is larger is refused before any of it is run. */
export const queryLimits = {
  /** Characters: a list of 5,000 ids is about 200,000. */
  lengthMax: 1_000_000,
  /** Levels of parentheses and NOT. */
  depthMax: 100,
  /**
   * Comparisons of a query; each becomes a condition of the statement. Writing the statement takes 20 to
   * 70 ms of the event loop for so many. SQLite prepares it in a time that grows with the square of its
   * parameters, on a thread where the query is read by itself.
   */
  conditionsMax: 500,
  /** Elements of one IN list. */
  listLengthMax: 20_000,
  columnsMax: 100,
  sortKeysMax: 20,
  typesMax: 200,
  /** Characters of a LIKE pattern; SQLite takes 50,000 bytes with everything escaped. */
  patternLengthMax: 4_000,
  /** Words of all searches of full text: the index is asked for each of them. */
  searchedWordsMax: 2_000,
  /** Wildcards that must be tried together: the work grows with each to the power of their number. */
  correlatedWildcardsMax: 4,
  /** Characters of the query repeated in a message. */
  excerptLengthMax: 500,
} as const;
