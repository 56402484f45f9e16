/** The state of one migration of content, which all nodes share; see `jobs/migrations`. */
export interface ContentMigrationTable {
  id: string;
  /** As last found; while a step runs, the state it started from. */
  state: string;
  /** The step that runs; null otherwise, and so are the run, its job and its instants. */
  step: string | null;
  /** A new random value for every run: only that run may change the row. */
  run_id: string | null;
  job_id: string | null;
  started_at: number | null;
  /** When the run last showed that it is alive. */
  ping_at: number | null;
  progress_message: string | null;
  progress_done: number;
  /** Null while it is not known. */
  progress_total: number | null;
  /** JSON, as plain text on both engines: where the next slice begins. */
  position: string | null;
  /** Of the last run, if it has failed. */
  error_message: string | null;
  error_status: number | null;
}
