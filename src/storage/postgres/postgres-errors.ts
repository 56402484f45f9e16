import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';

/** SQLSTATE, or its class of two characters, → our code. */
const states: Readonly<Record<string, ErrorCode>> = {
  '23505': 'store.unique',
  '23503': 'store.foreign-key',
  // A standby, or a read-only server.
  '25006': 'store.unavailable',
  '40001': 'store.conflict',
  '40P01': 'store.conflict',
  '55P03': 'store.busy',
  '57014': 'store.timeout',
  '53100': 'store.full',
  '08': 'store.unavailable',
  '53': 'store.unavailable',
  '57': 'store.unavailable',
  XX: 'store.corrupt',
};

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The server closes the connection after these. Their severity shows it, but is translated. */
const endingStates = /^(08...|25P0[34]|57P0[1-5])$/;

/** Whether the server, or the network, has closed the connection with this error. */
export function endsConnection(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  return typeof code === 'string' && (networkCodes.has(code) || endingStates.test(code));
}

/** A standby, or a server that was made to only read. */
export function refusesWrites(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '25006';
}

export function translatePostgresError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = (error as { code?: unknown } | null)?.code;
  if (typeof state !== 'string') return error;
  if (networkCodes.has(state))
    return new AppError('store.unavailable', undefined, { cause: error });
  if (!/^[0-9A-Z]{5}$/.test(state)) return error;
  const code = states[state] ?? states[state.slice(0, 2)] ?? 'store.unknown';
  return new AppError(code, undefined, { cause: error });
}
