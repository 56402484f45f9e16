import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { isAppError } from '../base/errors/app-error.ts';
import { defaultRepository } from '../base/repository-name.ts';
import type { Config } from '../config/settings.ts';
import { databaseFileName } from '../data-folder.ts';
import { type OpenedStore, openStore } from '../store.ts';
import { CommandError, exitCodes } from './exit-codes.ts';

/** Reading must not create a store that does not exist. */
export async function openExistingStore(
  config: Config,
  name = defaultRepository,
): Promise<OpenedStore> {
  if (config.databaseUrl === null) {
    const path = join(config.data, databaseFileName);
    await access(path).catch((cause) => {
      throw new CommandError(`there is no store in ${config.data}`, exitCodes.failed, cause);
    });
  }
  try {
    return await openStore(config, undefined, { name });
  } catch (error) {
    if (!isAppError(error, 'store.corrupt')) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CommandError(
      `the database cannot even be opened: ${reason}; restore it from a backup`,
      exitCodes.failed,
      error,
    );
  }
}
