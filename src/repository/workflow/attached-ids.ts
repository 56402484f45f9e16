import { type RawBuilder, sql } from 'kysely';
import { parseJson } from '../../base/json.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';

/**
 * A column with the documents of a task, or of an instance under the alias `instance`, that still exist: JSON for
 * `readAttachedIds`, as the order of an aggregate is not defined.
 */
export function attachedIds(
  dialect: SqlDialect,
  owner: 'task' | 'instance',
): RawBuilder<string | null> {
  const [table, key] =
    owner === 'task' ? ['task_document', 'task_id'] : ['workflow_document', 'instance_id'];
  const item = sql`cast(attached.place as text) || ' ' || attached.document_id`;
  return sql`(select cast(${dialect.jsonArray(item)} as text)
    from ${sql.table(table)} as attached
    join ${sql.table('document')} as shown on shown.id = attached.document_id
    where ${sql.ref(`attached.${key}`)} = ${sql.ref(`${owner}.id`)}
      and (shown.path is not null or shown.is_version = 1))`;
}

/** In the order in which they were attached. */
export function readAttachedIds(column: string | null): readonly string[] {
  const items = parseJson(column ?? '[]') as readonly string[];
  return items
    .map((item) => item.split(' ', 2) as [string, string])
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, id]) => id);
}
