/**
 * Bounds of one expression. Together they bound time and memory: operations that make large values
 * (text, lists, comparisons of both) are charged steps in proportion to their size.
 */
export const expressionLimits = {
  /** Characters of an expression, template or script. */
  sourceLengthMax: 64 * 1024,
  tokensMax: 10_000,
  /** Nesting of brackets, blocks, conditions and signs. */
  nestingDepthMax: 100,
  /** Chained operators and accesses: `a + b + c` is three deep. */
  treeDepthMax: 500,
  /** Nesting of lists and maps that are compared or written as text. */
  valueDepthMax: 100,
  stepsMax: 100_000,
  /** Characters of a text that an expression makes. */
  textLengthMax: 1024 * 1024,
  /** Items of a list, entries of a map that an expression makes. */
  listLengthMax: 50_000,
  /** Decimal digits of an integer. */
  integerDigitsMax: 300,
  /** Characters of the pattern of a date. */
  datePatternLengthMax: 1_000,
  /** Characters of the separator of a text. */
  separatorLengthMax: 1_000,
  /** Characters of one message to the log. */
  consoleLengthMax: 2_000,
} as const;
