// Work on large folders that goes on after the request that began it, as administrators see it.

/** What a change of a subtree is for. */
export const pendingKinds = ['security', 'trash', 'untrash', 'move', 'removal', 'copy'] as const;
export type PendingKind = (typeof pendingKinds)[number];

/** What follows from a change of a large folder and is done to its documents later, in slices. */
export const subtreeTaskKinds = ['transition', 'restoreNames', 'emptyTrash'] as const;
export type SubtreeTaskKind = (typeof subtreeTaskKinds)[number];

/**
 * `copying`: the documents of a copy are being made, and are not visible yet. `discarding`: a copy
 * was given up, and what there is of it is being removed.
 */
export const subtreeWorkStates = ['waiting', 'copying', 'writing', 'discarding'] as const;
export type SubtreeWorkState = (typeof subtreeWorkStates)[number];

interface SubtreeWork {
  readonly state: SubtreeWorkState;
  readonly documentId: string;
  /** Of the change: where the document was before it. Null when it had or has no path. */
  readonly path: string | null;
  readonly principalName: string;
  readonly sinceMs: number;
  /** Documents done so far. */
  readonly done: number;
  /** Null until they are counted. */
  readonly total: number | null;
  /** Attempts that failed since the last one that succeeded. */
  readonly failures: number;
  readonly lastError: string | null;
  /** When it is tried again after a failure. */
  readonly retryAtMs: number | null;
}

export interface PendingChangeWork extends SubtreeWork {
  readonly seq: number;
  readonly kind: PendingKind;
  /** Null when the path stays. */
  readonly newPath: string | null;
}

export interface SubtreeTaskWork extends SubtreeWork {
  readonly id: string;
  readonly kind: SubtreeTaskKind;
}
