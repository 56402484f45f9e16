import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sleep } from '../../base/clock.ts';
import type { Config } from '../../config/settings.ts';
import { databaseFileName } from '../../data-folder.ts';
import { openDatabase } from '../../open-database.ts';
import { isFileInUse } from '../../storage/sqlite/file-use.ts';
import { listOtherSessions } from '../../storage/transfer/still-source.ts';
import { CommandError } from '../exit-codes.ts';
import { plural } from '../terminal.ts';
import { ofPlace, type StorePlace } from './store-place.ts';

/** A server that was just stopped may still be about to close its connections. */
const attemptsMax = 15;
const pauseMs = 200;

/** @throws CommandError when another program uses the database of the store */
export async function requireUnused(config: Config, place: StorePlace): Promise<void> {
  let use = await describeUse(config, place);
  for (let attempt = 1; use !== undefined && attempt < attemptsMax; attempt += 1) {
    await sleep(pauseMs);
    use = await describeUse(config, place);
  }
  if (use === undefined) return;
  throw new CommandError(
    `the ${place} is in use: ${use}; stop its servers and all else that uses it, and run the command again`,
  );
}

/** Undefined when there is none. */
async function describeUse(config: Config, place: StorePlace): Promise<string | undefined> {
  try {
    const isFile = config.databaseUrl === null;
    return await (isFile ? describeFileUse(config) : describeSessions(config));
  } catch (error) {
    throw ofPlace(place, error);
  }
}

async function describeFileUse({ data }: Config): Promise<string | undefined> {
  const path = join(resolve(data), databaseFileName);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists && isFileInUse(path) ? `another program has ${path} open` : undefined;
}

async function describeSessions(config: Config): Promise<string | undefined> {
  const database = await openDatabase(config, { folder: resolve(config.data), log: undefined });
  try {
    const sessions = await listOtherSessions(database);
    if (sessions.length === 0) return undefined;
    const names = sessions.map(({ pid, program }) => (program === '' ? pid : `${pid} ${program}`));
    return `its database has ${plural(sessions.length, 'other session')} (${names.join(', ')})`;
  } finally {
    await database.close();
  }
}
