import { parseJson } from '../../base/json.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { queueMail } from '../mail/mail-requests.ts';
import { existingGroups } from '../principals/groups.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { taskMailValues } from './task-mails.ts';

const tasksPerUnit = 50;
const hourMs = 60 * 60 * 1_000;
/** Tasks that were due earlier are not remembered when reminders are turned on. */
const longPastMs = 30 * 24 * hourMs;

interface DueTask {
  readonly id: string;
  readonly due_key: number;
  readonly initiator: string;
}

/**
 * Leaves a mail to the actors of some open tasks that are due within the hours, or are overdue: once for each
 * task, which is marked in the same unit. Returns how many there were.
 */
export async function remindSome(unit: WriteUnit, hours: number): Promise<number> {
  const due = await markDue(unit, unit.nowMs + hours * hourMs);
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  const actors = await actorsOf(unit, ids);
  const targets = await firstTargets(unit, ids);
  const texts = await textsOf(unit, ids);
  const groups = await existingGroups(unit.handle, [...new Set([...actors.values()].flat())]);
  for (const { id, due_key: dueMs, initiator } of due) {
    const target = targets.get(id);
    const names = actors.get(id) ?? [];
    queueMail(unit, {
      to: names.map((name) => `${groups.has(name) ? 'group' : 'user'}:${name}`),
      template: 'workflowTaskReminder',
      values: taskMailValues({ ...textOf(texts.get(id)), dueMs, initiator }),
      ...(target !== undefined && { document: { id: target }, isForReaders: true }),
    });
  }
  return due.length;
}

/** Tasks that others change at this moment have their turn later. */
async function markDue({ handle, nowMs }: WriteUnit, untilMs: number): Promise<readonly DueTask[]> {
  const { builder, dialect } = handle;
  const due = await handle.all(
    dialect.claiming(
      builder
        .selectFrom('task')
        .select(['id', 'due_key', 'initiator'])
        .where('state', '=', 'opened')
        .where('reminded_at', 'is', null)
        .where('due_key', '<=', untilMs)
        .where('due_key', '>=', nowMs - longPastMs)
        .orderBy('due_key')
        .orderBy('id')
        .limit(tasksPerUnit),
    ),
  );
  if (due.length === 0) return [];
  const keys = keyList(
    dialect,
    due.map(({ id }) => id),
  );
  await handle.run(builder.updateTable('task').set({ reminded_at: nowMs }).where('id', 'in', keys));
  return due;
}

async function actorsOf(
  { handle }: WriteUnit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('task_actor')
      .select(['task_id', 'actor'])
      .distinct()
      .where('task_id', 'in', keyList(handle.dialect, ids))
      .orderBy('actor'),
  );
  const byTask = Map.groupBy(rows, ({ task_id: id }) => id);
  return new Map([...byTask].map(([id, some]) => [id, some.map(({ actor }) => actor)]));
}

async function firstTargets(
  { handle }: WriteUnit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('task_document')
      .select(['task_id', 'document_id'])
      .where('task_id', 'in', keyList(handle.dialect, ids))
      .orderBy('place', 'desc'),
  );
  return new Map(rows.map(({ task_id: id, document_id: target }) => [id, target]));
}

async function textsOf(
  { handle }: WriteUnit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'properties'])
      .where('id', 'in', keyList(handle.dialect, ids)),
  );
  return new Map(rows.map(({ id, properties }) => [id, properties]));
}

function textOf(json: string | undefined): {
  readonly name: string;
  readonly directive: string | null;
} {
  const properties = parseJson(json ?? '{}') as Readonly<Record<string, unknown>>;
  const { 'nt:name': name, 'nt:directive': directive } = properties;
  return {
    name: typeof name === 'string' ? name : '',
    directive: typeof directive === 'string' && directive !== '' ? directive : null,
  };
}
