import { join } from 'node:path';
import type { BlobStore } from './blobs/blob-store.ts';
import { BlobStoreWithRecords } from './blobs/blob-store-with-records.ts';
import { FileBlobStore, openFileBlobStore } from './blobs/file-blob-store.ts';
import { ConfigError } from './config/load.ts';
import type { Config } from './config/settings.ts';
import { findStoreId } from './repository/attachments/content-owner.ts';
import { hasContentsOfRecords } from './repository/attachments/record-requests.ts';
import type { Database } from './storage/database.ts';

interface BlobFolders {
  readonly folder: string;
  readonly recordsFolder: string | undefined;
}

/**
 * The only place that names concrete stores of contents.
 *
 * @throws ConfigError when the folder of records is not the one in which the database has some
 */
export async function openBlobs(
  { digestAlgorithm }: Config,
  { folder, recordsFolder }: BlobFolders,
  database: Database,
): Promise<BlobStore> {
  const main = await openFileBlobStore({ root: join(folder, 'blobs'), digestAlgorithm });
  const hasContents = await database.read(hasContentsOfRecords);
  if (recordsFolder !== undefined) {
    const records = { root: recordsFolder, digestAlgorithm, isWriteOnce: true };
    await requireOwnRecords(new FileBlobStore(records), { recordsFolder, hasContents, database });
    return new BlobStoreWithRecords(main, await openFileBlobStore(records));
  }
  if (!hasContents) return main;
  throw new ConfigError([
    'recordsFolder: is not set, and the database has files of records in such a folder; set it to that folder again',
  ]);
}

interface RecordsFolder {
  readonly recordsFolder: string;
  readonly hasContents: boolean;
  readonly database: Database;
}

/** A file system that is not mounted leaves an empty folder, in which new files would be lost sight of. */
async function requireOwnRecords(
  records: FileBlobStore,
  { recordsFolder, hasContents, database }: RecordsFolder,
): Promise<void> {
  const owner = await records.findOwner();
  const id = await database.read(findStoreId);
  if (owner === undefined ? !hasContents : owner === id) return;
  const reason =
    owner === undefined
      ? 'the database has files of records, and this folder has none of them (there is no file "owner"); name the right folder, or mount its file system'
      : 'the files in it are records of another database; name another folder';
  throw new ConfigError([`recordsFolder, ${recordsFolder}: ${reason}`]);
}
