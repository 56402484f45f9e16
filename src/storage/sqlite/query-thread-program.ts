import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** The start data of a thread. */
export interface QueryThreadSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** One number, shared by all threads: 1 once they must stop their statements. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** A statement that only reads, and whether only its first row is needed. No value may be a Buffer. */
export interface ReadStatement {
  readonly method: 'all' | 'get';
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** For statements on a thread, the instant after which the result is not needed. */
  readonly deadlineMs?: number;
}

/** A message to a thread; see `ReplyThread`. */
type QueryThreadRequest = ReadStatement | 'more' | 'end';

export interface ThreadResult {
  readonly value: unknown;
  /** How long the statement ran, without waiting for the thread. */
  readonly tookMs: number;
}

/** Errors lose their class in a message, so their kind is sent with them. */
export type QueryThreadReply =
  | ThreadResult
  /** The next rows of a result; after 'more' come others. */
  | { readonly rows: readonly unknown[] }
  | { readonly code: ErrorCode | undefined; readonly message: string; readonly cause: unknown };

/** Taking a message copies it at once, so a long result comes in parts of so many rows. */
const rowsPerPart = 500;

const port = parentPort;
let connection: SqliteConnection | undefined;

/** Threads scan large data; the memory mapped by each of them would add up. */
const mappedBytesMax = 64 * 1024 * 1024;

function open(): SqliteConnection {
  const { path, busyTimeoutMs, stop } = workerData as QueryThreadSetup;
  const isStopped = (): boolean => Atomics.load(stop, 0) !== 0;
  return new SqliteConnection({ path, readonly: true, busyTimeoutMs, isStopped, mappedBytesMax });
}

/** What is left of a result whose first rows were sent. */
let rest: (ThreadResult & { readonly value: readonly unknown[] }) | undefined;

/** The result, or its next part. */
function nextPart(result: ThreadResult): QueryThreadReply {
  const { value, tookMs } = result;
  rest = undefined;
  if (!Array.isArray(value) || value.length <= rowsPerPart) return result;
  rest = { value: value.slice(rowsPerPart), tookMs };
  return { rows: value.slice(0, rowsPerPart) };
}

function answer(statement: ReadStatement): QueryThreadReply {
  const { method, sql, parameters, deadlineMs = Number.POSITIVE_INFINITY } = statement;
  try {
    const opened = connection ?? open();
    connection = opened;
    const beganMs = monotonicMs();
    const value = opened.until(deadlineMs, () => opened[method](sql, parameters));
    return nextPart({ value, tookMs: monotonicMs() - beganMs });
  } catch (error) {
    const code = isAppError(error) ? error.code : undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { code, message, cause: isAppError(error) ? error.cause : error };
  }
}

port?.on('message', (request: QueryThreadRequest) => {
  if (request === 'end') {
    connection?.close();
    port.close();
  } else if (request === 'more') {
    if (rest) port.postMessage(nextPart(rest));
  } else {
    port.postMessage(answer(request));
  }
});
