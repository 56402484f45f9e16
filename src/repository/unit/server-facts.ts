import { present } from '../../base/assert.ts';
import type { Database, ReadHandle } from '../../storage/database.ts';

/** What a store knows of itself; names are few and fixed. */
export async function findFact(handle: ReadHandle, name: string): Promise<string | undefined> {
  const query = handle.builder.selectFrom('server_fact').select('value').where('name', '=', name);
  return (await handle.first(query))?.value;
}

/** One that is made on first use and stays, the same on every node of the store. */
export async function ensureFact(
  database: Database,
  name: string,
  make: () => string,
): Promise<string> {
  const known = await database.read((handle) => findFact(handle, name));
  if (known !== undefined) return known;
  return database.write(async (handle) => {
    await handle.run(
      handle.builder
        .insertInto('server_fact')
        .values({ name, value: make() })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    );
    // Not necessarily ours: another node may have been faster.
    return present(await findFact(handle, name), 'the fact was just stored');
  });
}
