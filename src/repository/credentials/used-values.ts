import { hash } from 'node:crypto';
import type { Database, WriteHandle } from '../../storage/database.ts';

/** Whether the value is used for the first time, by any process. It is known until it expires. */
export function useOnce(database: Database, value: string, expiresAt: number): Promise<boolean> {
  return database.write(async (handle) => {
    const added = await handle.run(
      handle.builder
        .insertInto('used_value')
        .values({ digest: hash('sha256', value), expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('digest').doNothing()),
    );
    return added === 1;
  });
}

const purgedMax = 1_000;

/** Removes some that would be refused anyway; returns how many. */
export async function purgeUsedValues(handle: WriteHandle, nowMs: number): Promise<number> {
  const expired = await handle.all(
    handle.builder
      .selectFrom('used_value')
      .select('digest')
      .where('expires_at', '<', nowMs)
      .limit(purgedMax),
  );
  if (expired.length === 0) return 0;
  const digests = expired.map(({ digest }) => digest);
  return handle.run(handle.builder.deleteFrom('used_value').where('digest', 'in', digests));
}
