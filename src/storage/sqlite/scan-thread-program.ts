import { parentPort, workerData } from 'node:worker_threads';
import { isAppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** The start data of a thread. */
export interface ScanThreadSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** One number of this thread alone: 1 while it must stop its statement. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** A statement whose rows are wanted page by page. No value may be a Buffer. */
export interface ScanStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly pageRows: number;
}

/** `more` is for the next page, `stop` ends the statement. */
export type ScanRequest = ScanStatement | 'more' | 'stop';

export interface ScanPage {
  readonly rows: readonly unknown[];
  /** Nothing follows, and the statement has ended. */
  readonly isLast: boolean;
}

/** Errors lose their class in a message, so their kind is sent with them. */
export type ScanReply =
  | ScanPage
  | { readonly code: ErrorCode | undefined; readonly message: string; readonly cause: unknown };

/** Scans read large data; the memory mapped by each of them would add up. */
const mappedBytesMax = 64 * 1024 * 1024;

const port = parentPort;
let connection: SqliteConnection | undefined;

/** The statement that is not at its end; its snapshot is that of its first row. */
let open: { readonly rows: Generator<unknown, undefined>; readonly pageRows: number } | undefined;

function connect(): SqliteConnection {
  const { path, busyTimeoutMs, stop } = workerData as ScanThreadSetup;
  const isStopped = (): boolean => Atomics.load(stop, 0) !== 0;
  return new SqliteConnection({ path, readonly: true, busyTimeoutMs, isStopped, mappedBytesMax });
}

function close(): void {
  open?.rows.return(undefined);
  open = undefined;
}

function nextPage(): ScanPage {
  const rows: unknown[] = [];
  while (open && rows.length < open.pageRows) {
    const next = open.rows.next();
    if (next.done) open = undefined;
    else rows.push(next.value);
  }
  return { rows, isLast: open === undefined };
}

function answer(request: ScanRequest): ScanReply {
  try {
    if (request !== 'more') close();
    if (typeof request === 'object') {
      connection ??= connect();
      const { sql, parameters, pageRows } = request;
      open = { rows: connection.iterate(sql, parameters), pageRows };
    }
    return nextPage();
  } catch (error) {
    close();
    const code = isAppError(error) ? error.code : undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { code, message, cause: isAppError(error) ? error.cause : error };
  }
}

port?.on('message', (request: ScanRequest | 'end') => {
  if (request === 'end') {
    close();
    connection?.close();
    port.close();
  } else port.postMessage(answer(request));
});
