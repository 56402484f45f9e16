import { isAppError } from '../base/errors/app-error.ts';
import { isKnownNotStored } from '../storage/database.ts';

const collisionAttemptsMax = 3;
/** A call that itself ends connections, by the memory it takes, say, must not end them all. */
const lossAttemptsMax = 2;

/**
 * Whether a transaction that failed at this attempt runs again as a whole: it collided with another
 * one, or lost its connection, and nothing of it is stored.
 */
export function isRunAgain(error: unknown, attempt: number): boolean {
  if (isAppError(error, 'store.conflict')) return attempt < collisionAttemptsMax;
  return isKnownNotStored(error) && attempt < lossAttemptsMax;
}
