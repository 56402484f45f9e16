import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

const readRevision = defineStatement<object, { revision: number }>((builder) =>
  builder.selectFrom('security_revision').select('revision').where('id', '=', 1),
);

const raiseRevision = defineStatement<object, unknown>((builder) =>
  builder
    .updateTable('security_revision')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', 1),
);

const unitsWithChanges = new WeakSet<ReadHandle>();

/**
 * The number that tells caches of principals, verified credentials and sessions whether they are
 * still true. It is read at every request, so a change by any process shows at once.
 */
export async function readSecurityRevision(handle: ReadHandle): Promise<number> {
  return present(await handle.fetchFirst(readRevision, {}), 'security_revision has its row')
    .revision;
}

/**
 * Every change of users, groups, memberships and revoked sessions calls this before anything else:
 * the row's lock then puts such changes one after the other on PostgreSQL too, so that checks made
 * after it ("does the group exist") still hold at the commit.
 */
export async function beginSecurityChange(handle: WriteHandle): Promise<void> {
  unitsWithChanges.add(handle);
  await handle.execute(raiseRevision, {});
}

/** Whether the unit sees changes that may still be rolled back: caches must not learn from it. */
export function hasSecurityChange(handle: ReadHandle): boolean {
  return unitsWithChanges.has(handle);
}
