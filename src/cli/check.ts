import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { type OpenedStore, openStore } from '../compose.ts';
import type { Config } from '../config/settings.ts';
import { checkIntegrity } from '../repository/integrity/index.ts';
import type { CommandInput } from './command.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { printable, terminal } from './terminal.ts';

/** Prints a line `severity table id: text` for everything that is not as it should be. */
export async function check({ config, options }: CommandInput): Promise<number> {
  const store = await openExisting(config);
  const counts = { error: 0, warning: 0 };
  const progress = showProgress();
  try {
    const { database, blobs, repository } = store;
    const context = { database, blobs, model: repository.model, nowMs: now() };
    const findings = checkIntegrity(context, {
      isFast: options.fast === true,
      onCheck: progress.show,
    });
    for await (const { severity, table, id, text } of findings) {
      counts[severity] += 1;
      progress.clear();
      terminal.print(printable(`${severity} ${table} ${id}: ${text}`));
    }
  } finally {
    progress.clear();
    await store.close();
  }
  terminal.print(summary(counts));
  return counts.error > 0 ? exitCodes.failed : exitCodes.done;
}

/** A store that is not there is not to be made by looking for it. */
async function openExisting(config: Config): Promise<OpenedStore> {
  if (config.databaseUrl === null) {
    const path = join(config.data, 'cartulary.db');
    await access(path).catch((cause) => {
      throw new CommandError(`there is no store in ${config.data}`, exitCodes.failed, cause);
    });
  }
  try {
    return await openStore(config);
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

function showProgress(): { show: (name: string) => void; clear: () => void } {
  const output = process.stderr;
  const write = (text: string): void => {
    if (output.isTTY) output.write(`\r\u001b[K${text}`);
  };
  return { show: (name) => write(`checking ${name} …`), clear: () => write('') };
}

function summary({ error, warning }: { error: number; warning: number }): string {
  if (error === 0 && warning === 0) return 'no problems found';
  return `${plural(error, 'error')}, ${plural(warning, 'warning')}`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
