/** A conversion that a user has scheduled. It holds both contents until it expires. */
export interface ConversionTable {
  id: string;
  /** Who has asked for it, and may see it. */
  username: string;
  /** 'scheduled', 'running', 'done' or 'failed'. */
  state: string;
  source_key: string;
  /** JSON: the source with its name and type. */
  source: string;
  /** JSON: the converter or type, with parameters. */
  wanted: string;
  result_key: string | null;
  /** JSON: the result with its name and type. */
  result: string | null;
  /** Code and message of the error, once it has failed. */
  failure_code: string | null;
  failure: string | null;
  expires_at: number;
}
