import { defaultPassword } from '../authentication/known-password.ts';
import { createLogger } from '../base/log.ts';
import { defaultRepository } from '../base/repository-name.ts';
import type { Config } from '../config/settings.ts';
import { administratorUser } from '../model/principal.ts';
import { beginStoreGroup, openOtherStore } from '../other-stores.ts';
import { hasNoPrincipals } from '../repository/principals/default-principals.ts';
import { type OpenedStore, openStore, prepareStore, readDefinitions } from '../store.ts';
import type { CommandInput } from './command.ts';
import { openExistingStore } from './existing-store.ts';
import { terminal } from './terminal.ts';

/** Opens the store for one command and closes it again; an empty one gets its first content. */
export async function withStore<T>(
  config: Config,
  work: (store: OpenedStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(config);
  try {
    const isNew = await store.database.read(hasNoPrincipals);
    await prepareStore(store, config, createLogger('silent'));
    if (isNew) terminal.printError(firstPassword(config));
    return await work(store);
  } finally {
    await store.close();
  }
}

/** As `withStore`, for the repository of the command; a new one beside the default one is made like that of a server. */
export async function withRepository<T>(
  { config, repository, serverConfig }: CommandInput,
  work: (store: OpenedStore) => Promise<T>,
): Promise<T> {
  if (repository === defaultRepository) return withStore(config, work);
  const log = createLogger('silent');
  const definitions = await readDefinitions(serverConfig);
  const main = await openExistingStore(serverConfig);
  const opened = [main];
  try {
    await prepareStore(main, serverConfig, log);
    const options = { config: serverConfig, log, definitions, opened, stores: [] };
    const group = await beginStoreGroup(main, options);
    return await work(await openOtherStore(repository, group));
  } finally {
    for (const store of opened.toReversed()) await store.close();
  }
}

function firstPassword({ administratorPassword }: Config): string {
  const password = administratorPassword === null ? defaultPassword : 'as configured';
  return `created the store: user ${administratorUser}, password ${password}`;
}
