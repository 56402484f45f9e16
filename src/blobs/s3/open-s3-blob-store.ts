import { requireS3Access } from './s3-access.ts';
import { S3BlobStore, type S3Sharing } from './s3-blob-store.ts';
import { openS3Objects } from './s3-objects.ts';
import type { S3Options } from './s3-options.ts';
import { readOwner } from './s3-owner.ts';

interface OpenedS3Store {
  readonly store: S3BlobStore;
  /** The store of documents that has claimed the contents. */
  readonly owner: string | undefined;
}

/**
 * Verifies that the bucket is there and what the credentials may do with it.
 *
 * @throws ConfigError which names the settings; AppError store.unavailable while the service is not there
 */
export async function openS3BlobStore(
  options: S3Options,
  sharing: S3Sharing = {},
): Promise<OpenedS3Store> {
  let objects = await openS3Objects(options);
  try {
    const { canList } = await requireS3Access(objects);
    objects = objects.with({ canList });
    return { store: new S3BlobStore(objects, sharing), owner: await readOwner(objects) };
  } catch (error) {
    objects.close();
    throw error;
  }
}
