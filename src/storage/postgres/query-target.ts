export interface QueryText {
  readonly text: string;
  readonly values?: unknown[];
  /** The name of a server-side prepared statement. */
  readonly name?: string;
}

export interface QueryResult {
  /** `COMMIT`, `SELECT` …, as the server reports it. */
  readonly command: string;
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** Where a unit of work sends its statements. */
export interface QueryTarget {
  query(query: QueryText): Promise<QueryResult>;
}
