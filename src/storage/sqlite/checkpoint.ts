import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * `passive` copies what no reader forbids, without locks that a writer waits for. `restart` has the
 * write lock meanwhile, and then the next write begins the WAL anew, unless a reader still needs it.
 */
export type CheckpointMode = 'passive' | 'restart';

export interface WalState {
  /**
   * Whether something was in the way: another checkpoint, a reader that needs older pages, or with
   * `restart` one that needs the WAL.
   */
  readonly isBusy: boolean;
  /** In the WAL. */
  readonly pages: number;
  /** Those of them that are in the database as well. */
  readonly copiedPages: number;
}

const statements = {
  passive: 'pragma wal_checkpoint(passive)',
  restart: 'pragma wal_checkpoint(restart)',
  noop: 'pragma wal_checkpoint(noop)',
};

interface Row {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** The state is that at the beginning, except for what was copied. */
export function checkpoint(connection: SqliteConnection, mode: CheckpointMode): WalState {
  const state = run(connection, statements[mode]);
  return { ...state, isBusy: state.isBusy || state.copiedPages < state.pages };
}

/** Copies nothing and takes some microseconds. */
export function walStateOf(connection: SqliteConnection): WalState {
  return run(connection, statements.noop);
}

/** SQLite reports -1 pages when another checkpoint is running. */
function run(connection: SqliteConnection, statement: string): WalState {
  const { busy, log, checkpointed } = connection.get(statement, []) as Row;
  return { isBusy: busy !== 0, pages: Math.max(0, log), copiedPages: Math.max(0, checkpointed) };
}
