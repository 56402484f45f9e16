import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { hasNoPrincipals } from '../principals/default-principals.ts';

/** The database of users, groups and directories, and one that has copies of their rows. */
export interface CopyPlaces {
  readonly main: Database;
  readonly copy: Database;
}

interface CopyState {
  readonly mainStore: string | null;
  /** Null before everything has been copied once. */
  readonly copied: number | null;
}

export async function readCopyState(handle: ReadHandle): Promise<CopyState> {
  const query = handle.builder
    .selectFrom('security_revision')
    .select(['main_store', 'copied_revision'])
    .where('id', '=', 1);
  const row = present(await handle.first(query), 'security_revision has its row');
  const { main_store: mainStore, copied_revision: copied } = row;
  return { mainStore, copied: copied === null ? null : Number(copied) };
}

/** As `readCopyState`: until the unit ends no other process copies anything. */
export async function lockCopyState(handle: WriteHandle): Promise<CopyState> {
  const touch = handle.builder
    .updateTable('security_revision')
    .set((e) => ({ copied_revision: e.ref('copied_revision') }))
    .where('id', '=', 1);
  await handle.run(touch);
  return readCopyState(handle);
}

export async function setCopied(handle: WriteHandle, revision: number | null): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('security_revision')
      .set({ copied_revision: revision })
      .where('id', '=', 1),
  );
}

/**
 * For the database of a default repository.
 *
 * @throws AppError store.mismatch for one that has copies, which have no passwords
 */
export async function refuseCopies(database: Database): Promise<void> {
  const { mainStore } = await database.read(readCopyState);
  if (mainStore === null) return;
  throw new AppError(
    'store.mismatch',
    'the database is that of a repository beside the default one: it has copies of the users of another database, without passwords; name it in the setting repositories',
  );
}

/**
 * Makes a new database one that has copies of the rows of another: its own users cannot be changed from now on.
 *
 * @throws AppError store.mismatch when it has users of its own, or copies of those of a third one
 */
export async function claimForCopies(copy: Database, mainStore: string): Promise<void> {
  const { mainStore: owner } = await copy.read(readCopyState);
  if (owner === mainStore) return;
  await copy.write(async (handle) => {
    const state = await lockCopyState(handle);
    if (state.mainStore === mainStore) return;
    if (state.mainStore !== null) {
      throw new AppError(
        'store.mismatch',
        'its database belongs to another server, with whose users it was made; name another database',
      );
    }
    if (!(await hasNoPrincipals(handle))) {
      throw new AppError(
        'store.mismatch',
        'its database has users of its own, as it was that of a server by itself; name a new database',
      );
    }
    const query = handle.builder
      .updateTable('security_revision')
      .set({ main_store: mainStore })
      .where('id', '=', 1);
    await handle.run(query);
  });
}
