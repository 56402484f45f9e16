/**
 * What one expression may ask for. Together they bound time and memory: whatever makes something
 * large (text, lists, comparisons of both) is charged steps in proportion to its size.
 */
export const expressionLimits = {
  /** Characters of an expression, template or script. */
  sourceLengthMax: 64 * 1024,
  tokensMax: 10_000,
  /** Brackets, blocks, conditions and signs inside each other. */
  nestingDepthMax: 100,
  /** Operators and accesses that hang on each other: `a + b + c` is three deep. */
  treeDepthMax: 500,
  /** Lists and maps inside each other, when they are compared or written as text. */
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
  /** Characters of one message to the log. */
  consoleLengthMax: 2_000,
} as const;
