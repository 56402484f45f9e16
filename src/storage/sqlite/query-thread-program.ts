import { parentPort, workerData } from 'node:worker_threads';
import { isAppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** What a thread is started with. */
export interface QueryThreadSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** One number, shared by all threads: 1 once they are to stop what they run. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** A statement that only reads, and whether its first row is enough. No value may be a Buffer. */
export interface ReadStatement {
  readonly method: 'all' | 'get';
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Of what runs on a thread, the instant from which on it need not be finished. */
  readonly deadlineMs?: number;
}

/** What a thread is asked; see `QueryThread`. */
export type QueryThreadRequest = ReadStatement | 'end';

/** Errors lose their class on the way, so what they are is told beside them. */
export type QueryThreadReply =
  | { readonly value: unknown }
  | { readonly code: ErrorCode | undefined; readonly message: string; readonly cause: unknown };

const port = parentPort;
let connection: SqliteConnection | undefined;

/** A thread reads through whatever is large; what it maps would add up for all of them. */
const mappedBytesMax = 64 * 1024 * 1024;

function open(): SqliteConnection {
  const { path, busyTimeoutMs, stop } = workerData as QueryThreadSetup;
  const isStopped = (): boolean => Atomics.load(stop, 0) !== 0;
  return new SqliteConnection({ path, readonly: true, busyTimeoutMs, isStopped, mappedBytesMax });
}

function answer(statement: ReadStatement): QueryThreadReply {
  const { method, sql, parameters, deadlineMs = Number.POSITIVE_INFINITY } = statement;
  try {
    const opened = connection ?? open();
    connection = opened;
    return { value: opened.until(deadlineMs, () => opened[method](sql, parameters)) };
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
  } else {
    port.postMessage(answer(request));
  }
});
