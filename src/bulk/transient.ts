import { isAppError } from '../base/errors/app-error.ts';

const transientCodes = [
  'store.busy',
  'store.conflict',
  'store.full',
  'store.read-only',
  'store.timeout',
  'store.unavailable',
  'server.shutting-down',
] as const;

/** Whether a later attempt may not have the failure. */
export function isTransient(error: unknown): boolean {
  return transientCodes.some((code) => isAppError(error, code));
}
