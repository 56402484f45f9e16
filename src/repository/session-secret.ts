import { present } from '../base/assert.ts';
import { randomToken } from '../base/ids.ts';
import type { Database, ReadHandle } from '../storage/database.ts';

const factName = 'session-secret';
const secretSizeBytes = 32;

/** The key that signs sessions: made on first use, the same on every node of the store. */
export async function ensureSessionSecret(database: Database): Promise<string> {
  const known = await database.read(findSecret);
  if (known !== undefined) return known;
  const fresh = randomToken(secretSizeBytes);
  return database.write(async (handle) => {
    await handle.run(
      handle.builder
        .insertInto('server_fact')
        .values({ name: factName, value: fresh })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    );
    // Not necessarily ours: another node may have been faster.
    return present(await findSecret(handle), 'the session secret was just stored');
  });
}

async function findSecret(handle: ReadHandle): Promise<string | undefined> {
  const query = handle.builder
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', factName);
  return (await handle.first(query))?.value;
}
