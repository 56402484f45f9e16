import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { defaultRepository } from '../../base/repository-name.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

const readRevision = defineStatement<object, { revision: number; tree: number | null }>((builder) =>
  builder
    .selectFrom('security_revision')
    .select('revision')
    .select((e) => e.selectFrom('tree_state').select('tree_state.revision').as('tree'))
    .where('id', '=', 1),
);

const raiseRevision = defineStatement<object, unknown>((builder) =>
  builder
    .updateTable('security_revision')
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', 1)
    .where('main_store', 'is', null),
);

/**
 * The number by which caches of credentials and sessions are valid. It is read for every request,
 * so a change by any process takes effect at once. Only a unit that reads may fill such a cache:
 * one that writes sees changes, and a number, that may be rolled back and used again. The revision
 * of the tree is read with it, so that the units of a request know all changes before it.
 */
export async function readSecurityRevision(handle: ReadHandle): Promise<number> {
  const row = present(await handle.fetchFirst(readRevision, {}), 'security_revision has its row');
  handle.learnTree(row.tree ?? 0);
  return row.revision;
}

/**
 * Every change of users, groups, memberships and revoked sessions calls this before anything else:
 * the row's lock then puts such changes one after the other on PostgreSQL too, so that checks made
 * after it ("does the group exist") still hold at the commit.
 *
 * @throws AppError server.not-implemented in a database that has copies of the users of another one
 */
export async function beginSecurityChange(handle: WriteHandle): Promise<void> {
  if ((await handle.execute(raiseRevision, {})) > 0) return;
  throw new AppError(
    'server.not-implemented',
    `Users, groups, tokens and directories belong to the repository ${defaultRepository}: change them there`,
  );
}
