import { isAppError } from '../../base/errors/app-error.ts';

/** Whether the job may succeed later: its store is not available now, or another worker has it. */
export function isPassing(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || isAppError(error, 'request.conflict')) return true;
  return isAppError(error) && error.status >= 500;
}
