import { now } from '../base/clock.ts';
import { checkIntegrity } from '../repository/integrity/index.ts';
import type { CommandInput } from './command.ts';
import { openExistingStore } from './existing-store.ts';
import { exitCodes } from './exit-codes.ts';
import { plural, printable, terminal } from './terminal.ts';

/** Prints a line `severity table id: text` for each problem found. */
export async function check({ config, repository: name, options }: CommandInput): Promise<number> {
  const store = await openExistingStore(config, name);
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
