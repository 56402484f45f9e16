import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { Database } from '../../storage/database.ts';

const noContent = '0'.repeat(64) as BlobKey;

/** Looks for a content that is not there, in each store. @throws when one cannot be reached */
export async function reachContents({ main, records }: BlobStore): Promise<void> {
  for (const store of [main, records]) await store?.exists(noContent);
}

/** @throws AppError store.* */
export async function reachDatabase(database: Database): Promise<void> {
  await database.readLatest((handle) =>
    handle.first(handle.rows.selectFrom('security_revision').select('revision')),
  );
}
