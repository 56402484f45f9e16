import { AppError } from '../../base/errors/app-error.ts';
import { randomId } from '../../base/ids.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { ensureFact, findFact } from '../unit/server-facts.ts';
import type { BlobServices } from './blobs.ts';

const idFact = 'store-id';

/** The id of the database as the owner of contents; undefined before its first start. */
export function findStoreId(handle: ReadHandle): Promise<string | undefined> {
  return findFact(handle, idFact);
}

/**
 * Whether the stored contents belong to the database; unclaimed contents belong to it from now on.
 * To a database that replaced another, for instance a new and empty one, all contents look unused.
 */
export async function ownsContents({ database, blobs }: BlobServices): Promise<boolean> {
  const id = await ensureFact(database, idFact, randomId);
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
