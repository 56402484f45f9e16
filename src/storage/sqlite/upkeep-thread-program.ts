import { parentPort, workerData } from 'node:worker_threads';
import { isAppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { type CheckpointMode, checkpoint, type WalState, walStateOf } from './checkpoint.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isFailedFlush } from './sqlite-errors.ts';
import { type MergeState, mergeWords } from './word-segments.ts';

/** The start data of the thread. */
export interface UpkeepThreadSetup {
  readonly path: string;
  /** How long it waits for the write lock, and a `restart` for readers of the WAL. */
  readonly busyTimeoutMs: number;
}

/** A request to the thread; see `UpkeepThread`. */
export type UpkeepThreadRequest = CheckpointMode | 'open' | 'mergeWords';

/** Errors lose their class in a message, so their kind is sent with them. */
export type UpkeepThreadReply =
  | WalState
  | MergeState
  | {
      readonly code: ErrorCode | undefined;
      readonly message: string;
      readonly cause: unknown;
      readonly isFailedFlush: boolean;
    };

/** A file that a reader or a large change made longer is cut to this size when it begins anew. */
const walBytesKept = 64 * 1024 * 1024;

const port = parentPort;
const setup = workerData as UpkeepThreadSetup;
let connection: SqliteConnection | undefined;

function open(): SqliteConnection {
  const { path, busyTimeoutMs } = setup;
  // Pages are copied with plain writes: no memory need be mapped.
  const opened = new SqliteConnection({ path, readonly: false, busyTimeoutMs, mappedBytesMax: 0 });
  opened.script(`pragma journal_size_limit = ${walBytesKept}`);
  return opened;
}

/**
 * The first write after a complete checkpoint begins the WAL anew, for which SQLite flushes its header.
 * Done here, no writer on the event loop waits for that. The row that is written keeps its value.
 */
function beginAnew(opened: SqliteConnection): void {
  if (!hasWriteLock(opened)) return;
  try {
    const { user_version: version } = opened.get('pragma user_version', []) as UserVersion;
    opened.script(`pragma user_version = ${version}`);
    opened.run('COMMIT', []);
  } catch (error) {
    if (opened.inTransaction) opened.run('ROLLBACK', []);
    throw error;
  }
}

/** Without waiting: after another write the WAL would not begin anew. */
function hasWriteLock(opened: SqliteConnection): boolean {
  opened.script('pragma busy_timeout = 0');
  try {
    opened.run('BEGIN IMMEDIATE', []);
    return true;
  } catch (error) {
    if (isAppError(error, 'store.busy')) return false;
    throw error;
  } finally {
    opened.script(`pragma busy_timeout = ${setup.busyTimeoutMs}`);
  }
}

interface UserVersion {
  readonly user_version: number;
}

function copy(opened: SqliteConnection, mode: CheckpointMode): WalState {
  const { isBusy } = checkpoint(opened, mode);
  // Writers may have added pages meanwhile.
  const state = walStateOf(opened);
  if (state.pages > 0 && state.copiedPages === state.pages) beginAnew(opened);
  return { ...state, isBusy };
}

function run(request: UpkeepThreadRequest): UpkeepThreadReply {
  try {
    connection ??= open();
    if (request === 'open') return walStateOf(connection);
    return request === 'mergeWords' ? mergeWords(connection) : copy(connection, request);
  } catch (error) {
    return {
      code: isAppError(error) ? error.code : undefined,
      message: error instanceof Error ? error.message : String(error),
      cause: isAppError(error) ? error.cause : error,
      isFailedFlush: isFailedFlush(error),
    };
  }
}

port?.on('message', (request: UpkeepThreadRequest | 'end') => {
  if (request === 'end') {
    connection?.close();
    port.close();
  } else {
    port.postMessage(run(request));
  }
});
