import { defaultPassword } from '../authentication/known-password.ts';
import { createLogger } from '../base/log.ts';
import type { Config } from '../config/settings.ts';
import { administratorUser } from '../model/principal.ts';
import { hasNoPrincipals } from '../repository/principals/default-principals.ts';
import { type OpenedStore, openStore, prepareStore } from '../store.ts';
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

function firstPassword({ administratorPassword }: Config): string {
  const password = administratorPassword === null ? defaultPassword : 'as configured';
  return `created the store: user ${administratorUser}, password ${password}`;
}
