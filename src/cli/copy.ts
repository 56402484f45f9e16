import { present } from '../base/assert.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { Config } from '../config/settings.ts';
import { loadTargetConfig } from '../config/target-config.ts';
import { whileStill } from '../storage/transfer/still-source.ts';
import { readStoredTables } from '../storage/transfer/stored-tables.ts';
import { loadContentModel } from '../store.ts';
import { abortOnSignal } from './abort-on-signal.ts';
import { check } from './check.ts';
import type { CommandInput } from './command.ts';
import {
  haveSameContents,
  openSource,
  openTarget,
  requireOtherDatabase,
} from './copying/open-stores.ts';
import { CopyProgress } from './copying/progress.ts';
import { runCopy } from './copying/run-copy.ts';
import { requireUnused } from './copying/store-use.ts';
import { describeCopy } from './copying/summary.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { ProgressDisplay } from './progress-display.ts';
import { printable, terminal } from './terminal.ts';

interface CopyOptions {
  readonly leavesDamaged: boolean;
  readonly isFast: boolean;
}

/** `cartulary copy --to FILE`: all of the store, which is stopped, into another one. */
export async function copy({ config, repository, options }: CommandInput): Promise<number> {
  const file = present(options.to, 'the command line demands a file');
  const target = loadTargetConfig(config, String(file));
  const signal = abortOnSignal();
  const copyOptions = {
    leavesDamaged: options.leaveDamaged === true,
    isFast: options.fast === true,
  };
  try {
    if (!(await copyStore({ config, target, signal }, copyOptions))) return exitCodes.failed;
  } catch (error) {
    if (!signal.aborted) throw explained(error);
    terminal.printError(`interrupted: ${goesOn}`);
    return exitCodes.interrupted;
  }
  signal.addEventListener('abort', () => process.exit(exitCodes.interrupted));
  const checked = { config: target, repository, serverConfig: target };
  return check({ ...checked, args: [], options: { fast: copyOptions.isFast } });
}

const goesOn = 'the same command goes on from here';

/** Errors of stores are those of one moment: a full disk, a lost connection. */
function explained(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const message = `${error.message}${reason}; ${goesOn}`;
  return new CommandError(message, exitCodes.failed, error);
}

interface CopyOrder {
  readonly config: Config;
  readonly target: Config;
  readonly signal: AbortSignal;
}

/** Whether the target is complete. */
async function copyStore(order: CopyOrder, { leavesDamaged }: CopyOptions): Promise<boolean> {
  const { config, target: targetConfig, signal } = order;
  await requireOtherDatabase(config, targetConfig);
  await requireUnused(config, 'source');
  await requireUnused(targetConfig, 'target');
  const model = await loadContentModel(config);
  const copiesContents = !(await haveSameContents(config, targetConfig));
  const source = await openSource(config);
  try {
    const target = await openTarget(targetConfig, source.storeId);
    const progress = new CopyProgress();
    const display = new ProgressDisplay(progress, process.stderr);
    try {
      const tables = (await source.database.read(readStoredTables)).map(({ name }) => name);
      const { lines, isComplete } = await whileStill(source.database, tables, (handle) =>
        runCopy(
          { source, target, handle, model, progress, signal },
          { copiesContents, leavesDamaged },
        ),
      );
      display.end();
      for (const line of lines) terminal.printError(printable(line));
      terminal.print(describeCopy(progress, isComplete));
      return isComplete;
    } finally {
      display.end();
      await target.database.close();
    }
  } finally {
    await source.database.close();
  }
}
