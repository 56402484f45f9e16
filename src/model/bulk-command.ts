/** In their order; the last two are final. */
export const bulkStates = [
  'SCHEDULED',
  'SCROLLING_RUNNING',
  'RUNNING',
  'COMPLETED',
  'ABORTED',
] as const;

export type BulkState = (typeof bulkStates)[number];

/** Numbers are summed over the batches of a command, other values are replaced. */
export type BulkResult = Readonly<Record<string, string | number | boolean>>;

/** A command on many items as its status shows it. Instants are epoch milliseconds, null until reached. */
export interface BulkCommand {
  readonly id: string;
  readonly action: string;
  /** Who submitted it. */
  readonly username: string;
  /** The server itself submitted it: it has all rights, and is only for administrators to see. */
  readonly isSystem: boolean;
  readonly state: BulkState;
  /** Items done so far, with those that were skipped and those that failed. */
  readonly processed: number;
  readonly skipCount: number;
  readonly errorCount: number;
  /** The first one. */
  readonly errorMessage: string | null;
  /** Of a command that could not begin, as of an HTTP response. */
  readonly errorStatus: number | null;
  /** 0 until all items are known. */
  readonly total: number;
  readonly submittedMs: number;
  readonly scrollStartMs: number | null;
  readonly scrollEndMs: number | null;
  readonly processingStartMs: number | null;
  readonly processingEndMs: number | null;
  readonly completedMs: number | null;
  /** Of all batches together. */
  readonly processingMillis: number;
  readonly result: BulkResult | null;
}

/** Why an item failed. */
export interface BulkItemError {
  readonly itemId: string;
  readonly message: string;
}

export function isEnded({ state }: { readonly state: string }): boolean {
  return state === 'COMPLETED' || state === 'ABORTED';
}
