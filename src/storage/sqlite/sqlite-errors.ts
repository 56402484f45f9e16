import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';

const codes: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 'store.unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'store.unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'store.foreign-key'],
  ['SQLITE_BUSY', 'store.busy'],
  ['SQLITE_LOCKED', 'store.busy'],
  ['SQLITE_FULL', 'store.full'],
  ['SQLITE_CORRUPT', 'store.corrupt'],
  ['SQLITE_NOTADB', 'store.corrupt'],
  ['SQLITE_IOERR', 'store.unavailable'],
  ['SQLITE_CANTOPEN', 'store.unavailable'],
  ['SQLITE_READONLY', 'store.read-only'],
  ['SQLITE_INTERRUPT', 'store.timeout'],
];

/** Translates driver errors by code; errors without a driver code are returned unchanged. */
export function translateSqliteError(error: unknown): unknown {
  const driverCode = (error as { code?: unknown } | null)?.code;
  if (error instanceof AppError || typeof driverCode !== 'string') return error;
  if (driverCode === 'ENOSPC') return new AppError('store.full', undefined, { cause: error });
  if (!driverCode.startsWith('SQLITE_')) return error;
  const found = codes.find(([prefix]) => driverCode.startsWith(prefix));
  return new AppError(found?.[1] ?? 'store.unknown', undefined, { cause: error });
}

/** The error of a query that was stopped by its time limit, or did not start within it. */
export function queryTimeout(): AppError {
  return new AppError('store.timeout', 'the query took longer than allowed; ask for less');
}

/** Whether the operating system could not flush a file: what was written before may be lost. */
export function isFailedFlush(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown };
  return code === 'SQLITE_IOERR_FSYNC' || code === 'SQLITE_IOERR_DIR_FSYNC';
}
