import { sql } from 'kysely';
import type { BlobKey } from '../../base/ids.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** Parameters of one statement; below the limits of both engines. */
export const keysPerQuery = 500;

/**
 * The columns that hold a content. A test compares them with the foreign keys of the database, so that a
 * new one is not forgotten.
 */
export const blobHolders = ['blob_reference', 'blob_lease', 'upload_file'] as const;

/** Those of the contents that no document, lease or upload holds. At most `keysPerQuery`. */
export async function findUnreferenced<Key extends BlobKey>(
  handle: ReadHandle,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  if (keys.length === 0) return [];
  // One value: to build and parse a statement with a thousand of them takes longer than to run it.
  const isKey = handle.dialect.isAmong(sql.ref('blob_key'), keys);
  const holders = blobHolders.map(
    (table) =>
      sql<{
        key: string;
      }>`select blob_key as key from ${sql.table(table)} where ${isKey}`,
  );
  const query = sql<{ key: string }>`${sql.join(holders, sql` union `)}`;
  const held = await handle.all<{ key: string }>({ compile: () => query.compile(handle.builder) });
  const heldKeys = new Set(held.map(({ key }) => key));
  return keys.filter((key) => !heldKeys.has(key));
}

/** When the contents were registered, of those that are. At most `keysPerQuery`. */
export async function findRegistered(
  handle: ReadHandle,
  keys: readonly BlobKey[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const query = handle.builder
    .selectFrom('blob')
    .select(['key', 'created_at'])
    .where(handle.dialect.isAmong(sql.ref('key'), keys));
  return new Map((await handle.all(query)).map((row) => [row.key, row.created_at]));
}

/** What has become of rows: each of the keys is in at most one of the lists. */
interface RemovedRows {
  readonly removed: readonly BlobKey[];
  /** Without a row before. */
  readonly rowless: readonly BlobKey[];
}

/**
 * Removes the rows that nothing refers to. A row that another unit has locked is in use: it is about to be
 * referred to. Of the others nothing can refer to the row meanwhile, as they are locked here.
 */
export async function removeOrphanedRows(
  handle: WriteHandle,
  keys: readonly BlobKey[],
): Promise<RemovedRows> {
  const registered = await findRegistered(handle, keys);
  const rowless = keys.filter((key) => !registered.has(key));
  const known = keys.filter((key) => registered.has(key));
  if (known.length === 0) return { removed: [], rowless };
  const query = handle.builder.selectFrom('blob').select('key').where('key', 'in', known);
  const locked = await handle.all(handle.dialect.claiming(query));
  // Another statement than the one that locks: it sees what was committed before the lock was given.
  const removed = await findUnreferenced(
    handle,
    locked.map(({ key }) => key as BlobKey),
  );
  if (removed.length > 0) {
    await handle.run(handle.builder.deleteFrom('blob').where('key', 'in', removed));
  }
  return { removed, rowless };
}
