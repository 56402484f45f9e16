import { isAppError } from '../base/errors/app-error.ts';
import { isKnownNotStored } from '../storage/database.ts';

const collisionAttemptsMax = 3;
/** A call that itself ends connections, for example by its use of memory, must not end them all. */
const lossAttemptsMax = 2;

/**
 * Whether a transaction that failed at this attempt is repeated as a whole: it conflicted with
 * another one, or lost its connection, and nothing of it is stored.
 */
export function isRunAgain(error: unknown, attempt: number): boolean {
  if (isAppError(error, 'store.conflict')) return attempt < collisionAttemptsMax;
  return isKnownNotStored(error) && attempt < lossAttemptsMax;
}
