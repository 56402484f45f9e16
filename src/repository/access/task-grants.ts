import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import type { TaskGrant, TaskRight } from '../../model/task-grant.ts';
import { keyList, type SqlDialect } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import { joinLookedUp } from '../sql/looked-up-rows.ts';
import type { GrantTarget } from '../unit/known-grants.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** Documents of one statement. */
const documentsPerQuery = 250;

/** Whether one of the rights includes the permission. */
export function includesRight(
  { model }: ReadUnit,
  rights: readonly TaskRight[],
  permission: string,
): boolean {
  if (rights.length === 0) return false;
  const granting = model.permissionsIncluding(permission);
  return rights.some((right) => granting.has(right.permission));
}

/**
 * What tasks allow the caller on a document: on itself, or on a folder above it. A version has what its
 * live document has, a proxy only what is granted at its own place. Asked for where the ACL refuses;
 * documents that are expected together are looked up with one statement.
 */
export async function rightsByTasks(
  unit: ReadUnit,
  target: GrantTarget,
): Promise<readonly TaskRight[]> {
  const { known, handle, principal } = unit;
  const keyOf = (id: string): string => `${id} ${principal.identityKey}`;
  const present = known.grants.find(keyOf(target.id), handle.changes);
  if (present) return present;
  const targets = known.grants.together(target);
  const found = await readTaskRights(unit, targets, [...principal.identities]);
  for (const { id } of targets) known.grants.keep(keyOf(id), handle.changes, found.get(id) ?? []);
  return found.get(target.id) ?? [];
}

/** What tasks allow on each of the documents, by its id: to some users and groups, or to all. */
export async function readTaskRights(
  { handle }: ReadUnit,
  targets: readonly GrantTarget[],
  principals?: readonly string[],
): Promise<ReadonlyMap<string, readonly TaskRight[]>> {
  const { dialect, builder } = handle;
  const isOfThese = principals
    ? sql`and ${dialect.isAmong(sql.ref('g.principal'), principals)}`
    : sql``;
  const rows: (TaskRight & { readonly startId: string })[] = [];
  for (const some of slicesOf([...new Set(targets.flatMap(startsOf))], documentsPerQuery)) {
    const query = sql<TaskRight & { startId: string }>`${aboveOf(some, dialect)}
      select distinct above.start_id as "startId", g.principal, g.permission
      from above ${joinGrants(dialect, isOfThese)}
      where ${appliesTo}`;
    rows.push(...(await handle.all(compilable(builder, query))));
  }
  return byTarget(rows, targets);
}

/**
 * As `readTaskRights` with the tasks, the newest first: to be shown. Of very many some are left out.
 */
export async function readTaskGrants(
  { handle }: ReadUnit,
  targets: readonly GrantTarget[],
): Promise<ReadonlyMap<string, readonly TaskGrant[]>> {
  const { dialect, builder } = handle;
  const rows: (TaskGrant & { readonly startId: string })[] = [];
  for (const some of slicesOf([...new Set(targets.flatMap(startsOf))], documentsPerQuery)) {
    const query = sql<TaskGrant & { startId: string }>`${aboveOf(some, dialect)}
      select above.start_id as "startId", g.task_id as "taskId", g.document_id as "documentId",
        g.principal, g.permission, g.kind
      from above ${joinGrants(dialect)} ${joinLookedUp(dialect, taskOfGrant)}
      where ${appliesTo}
      order by t.created_at desc, t.id, g.kind, g.principal limit ${sql.lit(shownMax)}`;
    rows.push(...(await handle.all(compilable(builder, query))));
  }
  return byTarget(rows, targets);
}

const shownMax = 5_000;

const taskOfGrant = {
  table: 'task',
  alias: 't',
  columns: ['id', 'created_at'],
  on: sql<SqlBool>`t.id = g.task_id`,
};

/** The grants on the rows of the recursion, however many there are on other documents. */
function joinGrants(dialect: SqlDialect, condition = sql``): RawBuilder<unknown> {
  return joinLookedUp(dialect, {
    table: 'task_grant',
    alias: 'g',
    columns: ['task_id', 'document_id', 'principal', 'permission', 'kind'],
    on: sql`g.document_id = above.id ${condition}`,
  });
}

/** The series of a proxy is that of its target, whose rights it does not have. */
function startsOf({ id, isVersion, seriesId }: GrantTarget): readonly string[] {
  return isVersion ? [id, seriesId] : [id];
}

/** Documents with what is above them. Pending changes of a folder do not change the parents below it. */
function aboveOf(startIds: readonly string[], dialect: SqlDialect): RawBuilder<unknown> {
  const documents = sql.table('document');
  return sql`with recursive above (start_id, id, parent_id) as (
      select d.id, d.id, d.parent_id from ${documents} as d
        where d.id in ${keyList(dialect, startIds)}
      union all
      select above.start_id, p.id, p.parent_id
        from above ${joinLookedUp(dialect, { alias: 'p', on: sql`p.id = above.parent_id` })}
    )`;
}

/** What is granted on the document of a task is not granted below it. */
const appliesTo = sql`(g.kind <> 'task' or above.id = above.start_id)`;

function byTarget<Row extends { readonly startId: string }>(
  rows: readonly Row[],
  targets: readonly GrantTarget[],
): ReadonlyMap<string, readonly Row[]> {
  const byStart = Map.groupBy(rows, ({ startId }) => startId);
  const found = new Map<string, readonly Row[]>();
  if (rows.length === 0) return found;
  for (const target of targets) {
    found.set(
      target.id,
      startsOf(target).flatMap((id) => byStart.get(id) ?? []),
    );
  }
  return found;
}
