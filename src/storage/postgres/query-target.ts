export interface QueryText {
  readonly text: string;
  readonly values?: unknown[];
  /** Of a server-side prepared statement. */
  readonly name?: string;
}

export interface QueryResult {
  /** `COMMIT`, `SELECT` …, as the server names what it did. */
  readonly command: string;
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** Where a unit of work sends its statements. */
export interface QueryTarget {
  query(query: QueryText): Promise<QueryResult>;
}
