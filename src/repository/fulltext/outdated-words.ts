import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { findFact } from '../unit/server-facts.ts';

const factName = 'fulltext-outdated';

/** Whether documents were stored without their words, because full text was turned off. */
export async function hasOutdatedWords(handle: ReadHandle): Promise<boolean> {
  return (await findFact(handle, factName)) !== undefined;
}

export async function markWordsOutdated(handle: WriteHandle): Promise<void> {
  await handle.run(
    handle.builder
      .insertInto('server_fact')
      .values({ name: factName, value: 'true' })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
}

export async function clearOutdatedWords(handle: WriteHandle): Promise<void> {
  await handle.run(handle.builder.deleteFrom('server_fact').where('name', '=', factName));
}
