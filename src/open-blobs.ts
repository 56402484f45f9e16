import { join } from 'node:path';
import type { BlobStore } from './blobs/blob-store.ts';
import { BlobStoreWithRecords } from './blobs/blob-store-with-records.ts';
import { FileBlobStore, openFileBlobStore } from './blobs/file-blob-store.ts';
import type { S3Sharing } from './blobs/s3/s3-blob-store.ts';
import type { S3Options } from './blobs/s3/s3-options.ts';
import { ConfigError } from './config/load.ts';
import { bucketPlaceOf } from './config/s3-settings.ts';
import type { Config } from './config/settings.ts';
import { findStoreId } from './repository/attachments/content-owner.ts';
import {
  hasContentsOfRecords,
  hasContentsOutsideRecords,
} from './repository/attachments/record-requests.ts';
import type { Database } from './storage/database.ts';

interface BlobFolders {
  readonly folder: string;
  readonly recordsFolder: string | undefined;
}

/**
 * The only place that names concrete stores of contents.
 *
 * @throws ConfigError when the folder of records is not the one in which the database has some, and when a place
 *   in S3 cannot be used or has the contents of another database
 */
export async function openBlobs(
  config: Config,
  { folder, recordsFolder }: BlobFolders,
  database: Database,
): Promise<BlobStore> {
  const { digestAlgorithm } = config;
  const main =
    config.blobStoreUrl === null
      ? await openFileBlobStore({ root: join(folder, 'blobs'), digestAlgorithm })
      : await openS3(config, config.blobStoreUrl, database);
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

/** The package of S3 is loaded here only. */
async function openS3(config: Config, url: string, database: Database): Promise<BlobStore> {
  const { openS3BlobStore } = await import('./blobs/s3/open-s3-blob-store.ts');
  const { store, owner } = await openS3BlobStore(s3OptionsOf(config, url), s3SharingOf(config));
  const reason = await findMismatch(database, owner);
  if (reason === undefined) return store;
  store.close();
  throw new ConfigError([`blobStoreUrl, ${url}: ${reason}`]);
}

/** Why the objects that an owner has claimed are not those of the database. */
async function findMismatch(
  database: Database,
  owner: string | undefined,
): Promise<string | undefined> {
  if (owner === undefined) {
    return (await database.read(hasContentsOutsideRecords))
      ? 'the database has files, and there are none of them there (there is no object "owner"); name the right bucket and prefix, or move the files there first'
      : undefined;
  }
  if (owner === (await database.read(findStoreId))) return undefined;
  return 'the files there belong to another database; name another prefix, or the database whose files they are; if this database is to have them all the same, remove the object "owner" there';
}

/**
 * What the credentials may do with the objects there.
 *
 * @throws ConfigError, AppError as `openBlobs`
 */
export async function findBlobAccess(
  config: Config,
  url: string,
): Promise<{ readonly canList: boolean }> {
  const { openS3BlobStore } = await import('./blobs/s3/open-s3-blob-store.ts');
  const { store } = await openS3BlobStore(s3OptionsOf(config, url));
  store.close();
  return { canList: store.canList };
}

/** For the store at a valid address. */
function s3OptionsOf(config: Config, url: string): S3Options {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
  const { s3Encryption: algorithm, s3EncryptionKey: keyId } = config;
  const hasKeys = accessKeyId !== null && secretAccessKey !== null;
  return {
    ...bucketPlaceOf(url),
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    isPathStyle: config.s3PathStyle ?? config.s3Endpoint !== null,
    credentials: hasKeys ? { accessKeyId, secretAccessKey } : null,
    encryption: algorithm === 'none' ? null : { algorithm, keyId },
    timeoutMs: config.s3TimeoutSeconds * 1_000,
    connectionsMax: config.s3Connections,
    partBytes: config.s3PartMegabytes * 2 ** 20,
    partsMax: config.s3ParallelParts,
    canList: config.s3CanList,
    digestAlgorithm: config.digestAlgorithm,
  };
}

/** What clients may do with the bucket by themselves. */
function s3SharingOf(config: Config): S3Sharing {
  const { s3PublicEndpoint: publicEndpoint, stsEndpoint, directUploadRole: roleArn } = config;
  const addresses = { publicEndpoint, lifeSeconds: config.downloadRedirectSeconds };
  const lifeSeconds = config.directUploadMinutes * 60;
  return {
    addresses: config.downloadRedirects ? addresses : undefined,
    grants: roleArn === null ? undefined : { roleArn, lifeSeconds, stsEndpoint, publicEndpoint },
  };
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
