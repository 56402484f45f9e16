/** A bulk command: work on many items, with its progress. Instants are epoch milliseconds. */
export interface BulkCommandTable {
  id: string;
  action: string;
  /** Who submitted it; the name of the system for commands of the server itself. */
  username: string;
  /** 1: it runs with all rights, not with those of an account of that name. */
  is_system: number;
  /** JSON, as plain text on both engines: where its items come from. */
  source: string;
  /** JSON, as plain text on both engines. */
  params: string;
  /** Unique; null for commands that need not be alone, and for those that have ended. */
  exclusive_key: string | null;
  state: string;
  bucket_size: number;
  batch_size: number;
  query_limit: number | null;
  /** Items done so far, with those that were skipped and those that failed. */
  processed: number;
  skip_count: number;
  error_count: number;
  /** 0 until all items are known. */
  total: number;
  /** The first one. */
  error_message: string | null;
  /** Of a command that could not begin. */
  error_status: number | null;
  submitted_at: number;
  scroll_start_at: number | null;
  scroll_end_at: number | null;
  processing_start_at: number | null;
  processing_end_at: number | null;
  completed_at: number | null;
  processing_ms: number;
  /** JSON object, as plain text on both engines; null for none. */
  result: string | null;
  /** When it is removed; null while it runs. */
  expires_at: number | null;
}

/** Items of a command that are not done yet. */
export interface BulkSliceTable {
  command_id: string;
  /** The slices of one part are done one after the other. */
  part: number;
  number: number;
  /** JSON array of texts, as plain text on both engines. */
  items: string;
  /** How many of them are done, from the first on. */
  done: number;
  /** Jobs that took over from a worker that had ended, and have done none of the items since. */
  attempts: number;
}

/** Why an item of a command failed. Of many only the first ones. */
interface BulkErrorTable {
  command_id: string;
  item_id: string;
  message: string;
}

export interface BulkTables {
  bulk_command: BulkCommandTable;
  bulk_slice: BulkSliceTable;
  bulk_error: BulkErrorTable;
}
