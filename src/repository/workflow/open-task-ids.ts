import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plainActor } from '../../model/workflow/workflow-state.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { loadPrincipal } from '../principals/principals.ts';
import { isInTime } from '../sql/time-check.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** Which open tasks are wanted. The caller is only shown those that it may read. */
export interface TaskFilter {
  /** All names of a user: tasks that one of them may end. */
  readonly actors?: readonly string[] | undefined;
  readonly instanceId?: string | undefined;
  readonly modelName?: string | undefined;
}

/** A row of the statements here: what tasks are sorted by. */
export interface FoundTask {
  readonly task_id: string;
  readonly due_key: number;
}

/** The names under which a user can be the actor of a task; the name alone, if there is no such user. */
export async function actorNamesOf(unit: ReadUnit, userId: string): Promise<readonly string[]> {
  const name = plainActor(userId);
  const { principal } = unit;
  if (name === principal.username) return [...principal.identities];
  const user = await loadPrincipal(unit.handle, name);
  return user ? [...user.identities] : [name];
}

/**
 * The open tasks of a filter, once each and in no order. Each form begins with the rows of an index
 * that has few others: those of an instance, of an actor, or of all open tasks, for
 * administrators who ask for all.
 */
export function openTaskIds(unit: ReadUnit, filter: TaskFilter): RawBuilder<FoundTask> {
  const { isAdministrator } = unit.principal;
  if (filter.instanceId !== undefined || (isAdministrator && !filter.actors)) {
    return idsFromTasks(unit, filter);
  }
  if (filter.actors) return idsFromActors(unit, { ...filter, actors: filter.actors });
  return readableIds(unit, filter);
}

function idsFromTasks(unit: ReadUnit, filter: TaskFilter): RawBuilder<FoundTask> {
  const { handle } = unit;
  const { instanceId, actors } = filter;
  const conditions = [
    sql`task.state = 'opened'`,
    ...(instanceId === undefined ? [] : [sql`task.instance_id = ${instanceId}`]),
    ...ofModel(filter),
    ...(actors ? [hasActor(handle.dialect, actors)] : []),
    ...isReadable(unit),
    isInTime(handle, 'task'),
  ];
  return sql`select task.id as task_id, task.due_key as due_key from task
    where ${sql.join(conditions, sql` and `)}`;
}

function idsFromActors(
  unit: ReadUnit,
  filter: TaskFilter & { readonly actors: readonly string[] },
): RawBuilder<FoundTask> {
  const { handle, principal } = unit;
  const own = filter.actors.every((name) => principal.identities.has(name));
  const conditions = [...ofModel(filter), ...(own ? [] : isReadable(unit))];
  const join = conditions.length === 0 ? sql`` : sql`join task on task.id = task_actor.task_id`;
  const all = [isOpenFor(handle.dialect, filter.actors), ...conditions];
  return sql`select task_actor.task_id as task_id, task_actor.due_key as due_key
    from task_actor ${join} where ${sql.join(all, sql` and `)} and ${isInTime(handle, 'task_actor')}
    group by task_actor.task_id, task_actor.due_key`;
}

/** Those of which the caller is an actor or the initiator. */
function readableIds(unit: ReadUnit, filter: TaskFilter): RawBuilder<FoundTask> {
  const { handle, principal } = unit;
  const ofActor = idsFromActors(unit, { ...filter, actors: [...principal.identities] });
  const conditions = [
    sql`task.initiator = ${principal.username}`,
    sql`task.state = 'opened'`,
    ...ofModel(filter),
    isInTime(handle, 'task'),
  ];
  return sql`select task_id, due_key from (${ofActor}) as assigned union
    select task.id as task_id, task.due_key as due_key from task
      where ${sql.join(conditions, sql` and `)}`;
}

function ofModel({ modelName }: TaskFilter): readonly RawBuilder<unknown>[] {
  return modelName === undefined ? [] : [sql`task.model_name = ${modelName}`];
}

function isOpenFor(dialect: SqlDialect, names: readonly string[]): RawBuilder<unknown> {
  return sql`task_actor.actor in ${keyList(dialect, names)} and task_actor.is_open = 1`;
}

function hasActor(dialect: SqlDialect, names: readonly string[]): RawBuilder<SqlBool> {
  return sql`exists (select 1 from task_actor as listed
    where listed.task_id = task.id and listed.actor in ${keyList(dialect, names)})`;
}

/** That the caller is the initiator or an actor; nothing for administrators. */
function isReadable({ handle, principal }: ReadUnit): readonly RawBuilder<unknown>[] {
  if (principal.isAdministrator) return [];
  const isActor = hasActor(handle.dialect, [...principal.identities]);
  return [sql`(task.initiator = ${principal.username} or ${isActor})`];
}

/** The open tasks on any of some documents. */
export function openTaskIdsOn(
  unit: ReadUnit,
  documentIds: readonly string[],
  filter: TaskFilter,
): RawBuilder<FoundTask> {
  const { handle } = unit;
  const { instanceId, actors } = filter;
  const own = actors?.every((name) => unit.principal.identities.has(name)) ?? false;
  const conditions = [
    sql`on_document.document_id in ${keyList(handle.dialect, documentIds)}`,
    sql`on_document.is_open = 1`,
    ...(instanceId === undefined ? [] : [sql`task.instance_id = ${instanceId}`]),
    ...ofModel(filter),
    ...(actors ? [hasActor(handle.dialect, actors)] : []),
    ...(own ? [] : isReadable(unit)),
    isInTime(handle, 'on_document'),
  ];
  return sql`select distinct on_document.task_id as task_id, on_document.due_key as due_key
    from task_document as on_document join task on task.id = on_document.task_id
    where ${sql.join(conditions, sql` and `)}`;
}
