import { collectContents } from '../repository/attachments/blob-collection.ts';
import type { CommandInput } from './command.ts';
import { openExistingStore } from './existing-store.ts';
import { exitCodes } from './exit-codes.ts';
import { plural, terminal } from './terminal.ts';

const hourMs = 60 * 60 * 1000;

/** Runs at once the collection that the server runs periodically. */
export async function collect({
  config,
  repository: name,
  options,
}: CommandInput): Promise<number> {
  const isDryRun = options.dryRun === true;
  const includesRecords = options.records === true;
  const { collectionGraceHours: graceHours } = config;
  const store = await openExistingStore(config, name);
  try {
    const graceMs = graceHours * hourMs;
    const terms = { graceMs, isDryRun, includesRecords };
    const { count, sizeBytes, young } = await collectContents(store, terms);
    const verb = isDryRun ? 'would remove' : 'removed';
    terminal.print(`${verb} ${plural(count, 'unused file')}, ${plural(sizeBytes, 'byte')}`);
    if (young > 0) {
      const age = plural(graceHours, 'hour');
      terminal.print(`left ${plural(young, 'unused file')} stored less than ${age} ago`);
    }
  } finally {
    await store.close();
  }
  return exitCodes.done;
}
