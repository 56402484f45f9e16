import { AppError } from '../../base/errors/app-error.ts';
import { randomId } from '../../base/ids.ts';
import { ensureFact } from '../unit/server-facts.ts';
import type { BlobServices } from './blobs.ts';

/**
 * Whether the stored contents are those of the database; contents of nobody are its own from now on.
 * To a database that was put in the place of another, a new and empty one for instance, all of them
 * look as if nothing named them.
 */
export async function ownsContents({ database, blobs }: BlobServices): Promise<boolean> {
  const id = await ensureFact(database, 'store-id', randomId);
  return (await blobs.claim(id)) === id;
}

/** @throws AppError store.mismatch */
export async function requireOwnContents(services: BlobServices): Promise<void> {
  if (await ownsContents(services)) return;
  throw new AppError(
    'store.mismatch',
    'the stored files belong to another database, so none is removed: check the settings data and databaseUrl; if this database is to have them all the same, remove the file blobs/owner',
  );
}
