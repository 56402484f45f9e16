import { present } from '../../base/assert.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';

/** Facts about the store; names are few and fixed. */
export async function findFact(handle: ReadHandle, name: string): Promise<string | undefined> {
  const query = handle.builder.selectFrom('server_fact').select('value').where('name', '=', name);
  return (await handle.first(query))?.value;
}

/** A fact that is created on first use and then is the same on every node of the store. */
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
    // Perhaps that of another node, which was first.
    return present(await findFact(handle, name), 'the fact was just stored');
  });
}

/** Sets a fact that changes. */
export async function putFact(handle: WriteHandle, name: string, value: string): Promise<void> {
  const query = handle.builder
    .insertInto('server_fact')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }));
  await handle.run(query);
}
