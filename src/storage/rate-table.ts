/** How much of a rate limit was in use at an instant of the clock of the store. */
export interface RateLevelTable {
  /** The name of the limit, and whom it is for. */
  key: string;
  level: number;
  /** After so long one request is forgotten. */
  interval_ms: number;
  at_ms: number;
}
