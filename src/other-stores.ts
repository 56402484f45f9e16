import { present } from './base/assert.ts';
import { AppError } from './base/errors/app-error.ts';
import type { Logger } from './base/log.ts';
import { ConfigError } from './config/load.ts';
import { configOfRepository } from './config/repositories.ts';
import type { Config } from './config/settings.ts';
import { findStoreId } from './repository/attachments/content-owner.ts';
import { SharedCopies } from './repository/copies/shared-copies.ts';
import type { RepositoryStore } from './repository/unit/unit.ts';
import { type Definitions, type OpenedStore, openStore, prepareStore } from './store.ts';

/** Stores of one server: that of the default repository, and those opened beside it. */
export interface StoreGroup {
  readonly config: Config;
  readonly log: Logger;
  readonly definitions: Definitions;
  /** To be closed in the end; that of the default repository is the first. */
  readonly opened: OpenedStore[];
  readonly copies: SharedCopies;
  /** Of all of them, for units that use what was uploaded to another one. */
  readonly stores: RepositoryStore[];
  /** Another process of the server has prepared the stores, and keeps their copies up to date. */
  readonly onlyAnswers?: boolean;
}

/** Begins with the store of the default repository, which is prepared. */
export async function beginStoreGroup(
  main: OpenedStore,
  { opened, ...options }: Omit<StoreGroup, 'copies'>,
): Promise<StoreGroup> {
  const mainStore = present(await main.database.read(findStoreId), 'a prepared store has its id');
  const copies = new SharedCopies(main.database, { mainStore, log: options.log });
  return { ...options, opened, copies };
}

/**
 * Opens the store of a repository beside the default one, with its first content and with copies of
 * the users, groups and directory entries.
 *
 * @throws AppError, ConfigError with the name of the repository
 */
export async function openOtherStore(name: string, group: StoreGroup): Promise<OpenedStore> {
  return namingRepository(name, async () => {
    const { definitions, log, opened, copies, stores, onlyAnswers } = group;
    const config = present(configOfRepository(group.config, name), name);
    const store = await openStore(config, log, { definitions, name, stores });
    opened.push(store);
    await refuseSameDatabase(store, opened);
    if (onlyAnswers) return store;
    await copies.claim(store.database);
    await prepareStore(store, config, log);
    await copies.add(name, store.database);
    return store;
  });
}

/** One database may be named by several addresses. */
async function refuseSameDatabase(
  store: OpenedStore,
  opened: readonly OpenedStore[],
): Promise<void> {
  const id = await store.database.read(findStoreId);
  if (id === undefined) return;
  for (const other of opened) {
    if (other === store || (await other.database.read(findStoreId)) !== id) continue;
    const owner = other.repository.repositoryName;
    throw new ConfigError([`its database is that of the repository ${owner}; name another one`]);
  }
}

/** Messages of stores name settings, which each repository may have. */
export async function namingRepository<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const place = `repository ${name}: `;
    if (error instanceof ConfigError) {
      throw new ConfigError(error.problems.map((problem) => place + problem));
    }
    if (!(error instanceof AppError)) throw error;
    const { status, detail } = error;
    throw new AppError(error.code, place + error.message, { status, detail, cause: error.cause });
  }
}
