/** A text, a list of texts, or a field without a value. */
export type SavedValue = string | readonly string[] | null;

/** A query or page provider with its parameters, kept under a title. */
export interface SavedSearch {
  readonly title: string;
  readonly query: string | null;
  readonly queryLanguage: string | null;
  readonly providerName: string | null;
  /** Values of the placeholders `?`: one text, or a list in JSON. */
  readonly queryParams: string | null;
  readonly pageSize: number | null;
  readonly currentPageIndex: number | null;
  readonly maxResults: number | null;
  /** Properties and directions, separated by commas. */
  readonly sortBy: string | null;
  readonly sortOrder: string | null;
  /** Data that a client stores with it. */
  readonly contentViewData: string | null;
  readonly params: ReadonlyMap<string, SavedValue>;
}
