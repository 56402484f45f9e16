import { access, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { databaseFileName, prepareDataFolder, prepareRecordsFolder } from '../../data-folder.ts';
import { openBlobs } from '../../open-blobs.ts';
import { openDatabase } from '../../open-database.ts';
import type { BlobServices } from '../../repository/attachments/blobs.ts';
import { findStoreId } from '../../repository/attachments/content-owner.ts';
import type { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { migrate, readRevision } from '../../storage/migrations/migrate.ts';
import { findCopyState } from '../../storage/transfer/copy-progress.ts';
import { hasTable } from '../../storage/transfer/has-table.ts';
import { CommandError } from '../exit-codes.ts';
import { ofPlace, type StorePlace } from './store-place.ts';

/** The store that is copied. */
export interface SourceStore extends BlobServices {
  readonly storeId: string;
  /** Of its tables; the target has the same. */
  readonly revision: string;
}

/** @throws CommandError when there is no store, or not one of this program */
export async function openSource(config: Config): Promise<SourceStore> {
  if (config.databaseUrl === null) {
    const path = join(resolve(config.data), databaseFileName);
    await access(path).catch((cause) => {
      throw new CommandError(`the source: there is no store in ${config.data}`, undefined, cause);
    });
  }
  return opening('source', config, async (database, folders) => {
    if (!(await database.migrate((handle) => hasTable(handle, 'schema_revision')))) {
      throw new CommandError('the source: there is no store in its database');
    }
    const revision = await readRevision(database, migrations);
    if (!revision.isCurrent) throw new CommandError(`the source ${startOnce}`);
    const storeId = await database.read(findStoreId);
    if (storeId === undefined) throw new CommandError(`the source ${startOnce}`);
    if (await database.read(findCopyState)) {
      throw new CommandError('the source is itself a copy that is not complete: complete it first');
    }
    const blobs = await openBlobs(config, folders, database);
    return { database, blobs, storeId, revision: revision.text };
  });
}

const startOnce =
  'is a store of an older program, or was never started: start the server with it once, and stop it';

/** @throws CommandError when it is a copy of another program */
export async function openTarget(config: Config, storeId: string): Promise<BlobServices> {
  return opening('target', config, async (database, folders) => {
    const hasState = await database.migrate((handle) => hasTable(handle, 'copy_state'));
    const isBegun = hasState && (await database.read(findCopyState)) !== undefined;
    if (isBegun && !(await readRevision(database, migrations)).isCurrent) {
      throw new CommandError(
        'the target is an unfinished copy that another version of the program began: empty it and begin again',
      );
    }
    if (!isBegun) {
      await migrate(database, migrations);
      // Servers may use a newer store that was only added to; what was added would not be copied.
      await readRevision(database, migrations);
    }
    return { database, blobs: await openBlobs(config, { ...folders, storeId }, database) };
  });
}

interface Folders {
  readonly folder: string;
  readonly recordsFolder: string | undefined;
}

/** Says of which of the two stores an error is. */
async function opening<T>(
  place: StorePlace,
  config: Config,
  open: (database: Database, folders: Folders) => Promise<T>,
): Promise<T> {
  let database: Database | undefined;
  try {
    const folder = await prepareDataFolder(config);
    const recordsFolder = await prepareRecordsFolder(config);
    const checksReferences = place === 'source';
    database = await openDatabase(config, { folder, log: undefined, checksReferences });
    return await open(database, { folder, recordsFolder });
  } catch (error) {
    await database?.close();
    throw ofPlace(place, error);
  }
}

/** Whether two stores have their contents in the same place, where they can stay. */
export async function haveSameContents(source: Config, target: Config): Promise<boolean> {
  const isSameMain =
    source.blobStoreUrl === null && target.blobStoreUrl === null
      ? await isSameFolder(source.data, target.data)
      : source.blobStoreUrl === target.blobStoreUrl && source.s3Endpoint === target.s3Endpoint;
  if (!isSameMain) return false;
  if (source.recordsFolder === null || target.recordsFolder === null) {
    return source.recordsFolder === target.recordsFolder;
  }
  return isSameFolder(source.recordsFolder, target.recordsFolder);
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}

/** @throws CommandError */
export async function requireOtherDatabase(source: Config, target: Config): Promise<void> {
  const isSame =
    source.databaseUrl === null && target.databaseUrl === null
      ? await isSameFolder(source.data, target.data)
      : source.databaseUrl === target.databaseUrl;
  if (!isSame) return;
  throw new CommandError(
    'the target has the same database as the source: name another one in data or databaseUrl of the file of the target',
  );
}
