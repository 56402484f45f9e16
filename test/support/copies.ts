import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliOptions, CliOutcome, CliProcess, CliStore } from './cli.ts';

/** Where a store is, as its settings say it. */
export function placeOf({ env }: CliStore): Readonly<Record<string, unknown>> {
  const { CARTULARY_DATA: data, CARTULARY_DATABASE_URL: databaseUrl } = env;
  return { data, ...(databaseUrl && { databaseUrl }) };
}

/** Begins `cartulary copy` with such a configuration of the target. */
export async function startCopy(
  source: CliStore,
  target: object,
  options: readonly string[] = [],
  ofProcess: CliOptions = {},
): Promise<CliProcess> {
  await writeFile(join(source.folder, 'target.json'), JSON.stringify(target));
  return source.start(['copy', '--to', 'target.json', ...options], ofProcess);
}

export async function copyTo(
  source: CliStore,
  target: CliStore | object,
  options: readonly string[] = [],
  ofProcess: CliOptions = {},
): Promise<CliOutcome> {
  const place = 'withStore' in target ? placeOf(target as CliStore) : target;
  return (await startCopy(source, place, options, ofProcess)).ended;
}
