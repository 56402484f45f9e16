import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import type { Database } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { findCopyState, restoreDefinitions } from '../../storage/transfer/copy-progress.ts';
import { readGivenNumbers, setGivenNumbers } from '../../storage/transfer/given-numbers.ts';
import { countRows } from '../../storage/transfer/stored-tables.ts';
import { CommandError } from '../exit-codes.ts';
import type { CopyTask } from './copy-task.ts';

/** Once all rows are there: their indexes and references, and the numbers that further rows get. */
export async function completeTables(task: CopyTask): Promise<void> {
  const { source, target, signal, progress } = task;
  const numbers = await readGivenNumbers(source);
  await target.write((handle) => setGivenNumbers(handle, numbers));
  const state = await target.read(findCopyState);
  const { definitions } = present(state, 'the copy has begun');
  progress.begin('indexes', definitions.length);
  await restoreDefinitions(target, definitions, () => {
    signal.throwIfAborted();
    progress.advance(1);
  });
  progress.begin('statistics');
  await renewStatistics(target);
}

/** That of SQLite has none. */
async function renewStatistics(target: Database): Promise<void> {
  await target.write(async (handle) => {
    if (handle.dialect.choosesIndexes) await handle.run(compilable(handle.rows, sql`analyze`));
  });
}

/** @throws CommandError when a table does not have as many rows as that of the source */
export async function requireEqualCounts(
  { source, target, progress }: CopyTask,
  tables: readonly string[],
): Promise<void> {
  progress.begin('counts');
  const expected = await countRows(source, tables);
  const found = await target.read((handle) => countRows(handle, tables));
  const wrong = tables.filter((table) => expected.get(table) !== found.get(table));
  if (wrong.length === 0) return;
  const texts = wrong.map(
    (table) => `${table} has ${found.get(table)} rows instead of ${expected.get(table)}`,
  );
  throw new CommandError(`the target is not complete: ${texts.join('; ')}`);
}
