/** What a section prints; problems are what is configured and does not work. */
export interface Report {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}
