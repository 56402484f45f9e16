/** Work to be done in the background: waiting, running (has a lease) or failed (has a date). */
export interface JobTable {
  id: string;
  kind: string;
  /** Of the jobs of a kind that share a key at most one waits, and at most one runs. */
  job_key: string | null;
  /** When it may be claimed: the earliest start, or the end of the lease. Null once failed. */
  due_at: number | null;
  /**
   * A new random value for every claim; only its worker may finish the job. Null unless running.
   */
  lease_id: string | null;
  /** Attempts begun so far. */
  attempts: number;
  /** Null: the value of the kind. */
  attempts_max: number | null;
  is_cancelled: number;
  created_at: number;
  failed_at: number | null;
  last_error: string | null;
  /** JSON, as plain text on both engines. */
  payload: string;
}

/** One row, id 1: for all nodes of the store. */
export interface SchedulerStateTable {
  id: number;
  is_stopped: number;
  changed_at: number;
  /** The user who stopped or started the scheduler; null if none has. */
  changed_by: string | null;
}

/** What the nodes of a store know of a schedule beside its definition. */
export interface ScheduleTable {
  id: string;
  /** Expression and time zone that `next_at` follows from. */
  expression: string;
  /** The next instant, of the store's clock; null when there is none. */
  next_at: number | null;
  /** When `next_at` was computed, by the store's clock. */
  planned_at: number;
  /** When a run was last started; null before the first. */
  fired_at: number | null;
}

/** Kinds whose jobs no node begins. */
export interface StoppedKindTable {
  kind: string;
  stopped_at: number;
  stopped_by: string;
}
