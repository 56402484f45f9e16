import { present } from './base/assert.ts';
import { AppError } from './base/errors/app-error.ts';
import {
  type ComposedRepository,
  composeRepository,
  type SharedParts,
} from './compose-repository.ts';
import { ConfigError } from './config/load.ts';
import { configOfRepository } from './config/repositories.ts';
import { sourceUsersKind } from './jobs/check-source-users.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { findStoreId } from './repository/attachments/content-owner.ts';
import { type Definitions, type OpenedStore, openStore, prepareStore } from './store.ts';

interface OpeningOptions {
  readonly definitions: Definitions;
  /** Stores that are open; each that is opened is added, so that the caller can close all of them. */
  readonly opened: OpenedStore[];
}

/**
 * Opens the repositories beside the default one.
 *
 * @throws AppError, ConfigError with the name of the repository that cannot be opened
 */
export async function openOtherRepositories(
  main: ComposedRepository,
  options: OpeningOptions,
): Promise<readonly ComposedRepository[]> {
  const repositories: ComposedRepository[] = [];
  for (const { name } of main.shared.config.repositories) {
    try {
      repositories.push(await openOther(main, name, options));
    } catch (error) {
      throw withName(error, name);
    }
  }
  return repositories;
}

async function openOther(
  main: ComposedRepository,
  name: string,
  { definitions, opened }: OpeningOptions,
): Promise<ComposedRepository> {
  const config = present(configOfRepository(main.shared.config, name), name);
  const shared: SharedParts = { ...main.shared, config };
  const store = await openStore(config, shared.log, { definitions, name });
  await refuseSameDatabase(store, opened);
  opened.push(store);
  if (!shared.onlyAnswers) await prepareStore(store, config, shared.log);
  return composeRepository(store, shared, main.services.automation);
}

/** One database may be named by several addresses. */
async function refuseSameDatabase(
  store: OpenedStore,
  others: readonly OpenedStore[],
): Promise<void> {
  const id = await store.database.read(findStoreId);
  for (const other of others) {
    if (id === undefined || (await other.database.read(findStoreId)) !== id) continue;
    await store.close();
    const owner = other.repository.repositoryName;
    throw new ConfigError([`its database is that of the repository ${owner}; name another one`]);
  }
}

function withName(error: unknown, name: string): unknown {
  const place = `repository ${name}: `;
  if (error instanceof ConfigError) {
    return new ConfigError(error.problems.map((problem) => place + problem));
  }
  if (!(error instanceof AppError)) return error;
  const { status, detail } = error;
  return new AppError(error.code, place + error.message, { status, detail, cause: error });
}

/**
 * The schedules that run in each repository: those of the server's own work. Operations of
 * configured schedules, and the check of users, are for the default repository.
 */
export function schedulesOfOthers(schedules: readonly Schedule[]): readonly Schedule[] {
  return schedules.filter(({ operation, kind }) => operation === null && kind !== sourceUsersKind);
}
