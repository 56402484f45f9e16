import { sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import type { TaskGrantTable } from '../../storage/workflow-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

/** A grant that may be wrong, with what its task says. */
interface GrantRow extends TaskGrantTable {
  readonly state: string;
  readonly is_open: number;
  readonly initiator: string;
  /** Whether the principal is an actor of the task, and one to whom it was delegated. */
  readonly is_actor: number;
  readonly is_delegate: number;
}

const pageSize = 500;
const kinds: ReadonlySet<string> = new Set(['task', 'routing', 'delegation']);

/** What tasks allow ends with them, and is allowed to their actors only. */
export const taskGrants = defineCheck({
  name: 'task-grants',
  async *run({ database }) {
    const pages = pagesOf<GrantRow>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function readPage(handle: ReadHandle, after: GrantRow | undefined): Promise<GrantRow[]> {
  const isActor = (isDelegated: number) => sql`(select count(*) from task_actor as a
    where a.task_id = g.task_id and a.actor = g.principal
      and a.is_delegated = ${sql.lit(isDelegated)})`;
  const follows = after
    ? sql`(g.task_id, g.document_id, g.principal, g.kind) >
        (${after.task_id}, ${after.document_id}, ${after.principal}, ${after.kind})`
    : sql`1 = 1`;
  const query = sql<GrantRow>`
    select g.*, t.state, t.is_open, t.initiator,
      ${isActor(0)} as is_actor, ${isActor(1)} as is_delegate
    from task_grant as g join task as t on t.id = g.task_id
    where ${follows}
    order by g.task_id, g.document_id, g.principal, g.kind limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.rows, query));
}

function* inspect(row: GrantRow): Generator<Finding> {
  const { task_id, document_id, principal, kind } = row;
  const id = `${task_id}/${document_id}/${principal}/${kind}`;
  for (const text of problemsOf(row)) yield { severity: 'error', table: 'task_grant', id, text };
}

function* problemsOf(row: GrantRow): Generator<string> {
  const { kind, state } = row;
  if (!kinds.has(kind)) yield `is of the unknown kind ${kind}`;
  if (row.is_listed !== row.is_open) {
    yield `is ${row.is_listed === 1 ? 'used' : 'left out'} in lists, and its task is ${state}`;
  }
  if (kind === 'task') {
    if (row.document_id !== row.task_id) yield 'is a right on the task, and names another document';
  } else if (state !== 'opened') {
    yield `allows ${row.permission} on the document, and its task is ${state}`;
  }
  if (!isMeant(row)) yield `is for ${row.principal}, who is none of the actors of its task`;
}

function isMeant({ kind, principal, ...row }: GrantRow): boolean {
  if (kind === 'routing') return Number(row.is_actor) > 0;
  if (kind === 'delegation') return Number(row.is_delegate) > 0;
  return principal === row.initiator || Number(row.is_actor) > 0 || Number(row.is_delegate) > 0;
}
