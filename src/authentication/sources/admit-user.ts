import { now } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import {
  findUnchanged,
  type SourceUser,
  storeSourceUser,
} from '../../repository/principals/source-users.ts';
import type { Database } from '../../storage/database.ts';
import type { Proof } from '../password-verifier.ts';

interface Admission {
  readonly database: Database;
  readonly isAudited: boolean;
}

/**
 * Stores what has changed of a user whom a source has just verified.
 *
 * @throws AppError authentication.refused when the user cannot have that name here
 */
export async function admitSourceUser(
  { database, isAudited }: Admission,
  user: SourceUser,
): Promise<Proof> {
  const known = await database.read((handle) => findUnchanged(handle, user));
  if (known) return known;
  const by = { principal: { username: user.username }, nowMs: now(), isAudited };
  try {
    return await database.write((handle) => storeSourceUser(handle, user, by));
  } catch (error) {
    if (!isAppError(error, 'user.invalid') && !isAppError(error, 'user.exists')) throw error;
    throw new AppError(
      'authentication.refused',
      `${user.source} has verified you, but the name that it has for you cannot be used here: ${error.message}`,
      { cause: error },
    );
  }
}
