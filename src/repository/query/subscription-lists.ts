import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notificationsKey } from '../../model/subscription-names.ts';
import type { ListReference, ListSource, Resolved, ScalarReference, Variable } from './resolved.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';
import type { Reference, ReferenceStep } from './syntax-tree.ts';

// The notifications of a document with their subscribers, which are rows and not JSON. Without an index by
// subscriber: a query should name documents by other conditions as well.

const table = sql.table('subscription');

function column(alias: string, name: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${name}`);
}

/** Each notification once: the row of its first subscriber stands for it. */
const notifications: ListSource = {
  rows: (_context, alias) => {
    const isEarlier = sql`earlier.document_id = ${column(alias, 'document_id')}
      and earlier.name = ${column(alias, 'name')}
      and earlier.subscriber < ${column(alias, 'subscriber')}`;
    const on = sql<SqlBool>`${column(alias, 'document_id')} = ${rowColumn('id')}
      and not exists (select 1 from ${table} as earlier where ${isEarlier})`;
    return [{ from: sql`${table} as ${sql.ref(alias)}`, on }];
  },
  order: (_context, alias) => column(alias, 'name'),
};

function aliasOf({ aliases }: SqlContext, { key }: Variable): string {
  return aliases.get(key) ?? key;
}

function subscribersOf(notification: Variable): ListReference {
  const source: ListSource = {
    rows: (context, alias) => {
      const of = aliasOf(context, notification);
      const on = sql<SqlBool>`${column(alias, 'document_id')} = ${column(of, 'document_id')}
        and ${column(alias, 'name')} = ${column(of, 'name')}`;
      return [{ from: sql`${table} as ${sql.ref(alias)}`, on }];
    },
    order: (_context, alias) => column(alias, 'subscriber'),
  };
  return {
    kind: 'list',
    itemType: 'string',
    source,
    item: (_context, alias) => column(alias, 'subscriber'),
    isSet: (context) =>
      sql<SqlBool>`${column(aliasOf(context, notification), 'subscriber')} is not null`,
    variables: [notification],
  };
}

/** Whether the document has subscribers. */
export function hasSubscribers(): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from ${table} as any_item
    where ${column('any_item', 'document_id')} = ${rowColumn('id')})`;
}

/** The wildcard of a step; of the same number, the same one. */
type FindVariable = (
  keyPath: string,
  step: ReferenceStep & { kind: 'any' },
  list: Pick<Variable, 'source'> & { readonly parent?: Variable },
) => Variable;

/** A part of `notif:notifications`; undefined for one that there is not, or that has no place in rows. */
export function partOfSubscriptions(
  { steps }: Pick<Reference, 'steps'>,
  findVariable: FindVariable,
): Resolved | undefined {
  const [item, part, subscriber, ...more] = steps;
  if (!item) return { kind: 'composite', isSet: hasSubscribers, variables: [] };
  if (item.kind !== 'any' || more.length > 0) return undefined;
  const notification = findVariable(notificationsKey, item, { source: notifications });
  if (!part) {
    const isSet = (context: SqlContext): RawBuilder<SqlBool> =>
      sql<SqlBool>`${column(aliasOf(context, notification), 'name')} is not null`;
    return { kind: 'composite', isSet, variables: [notification] };
  }
  if (part.kind !== 'name') return undefined;
  if (part.name === 'name' && !subscriber) return textOf('name', notification);
  if (part.name !== 'subscribers') return undefined;
  const subscribers = subscribersOf(notification);
  if (!subscriber) return subscribers;
  const { source } = subscribers;
  if (subscriber.kind !== 'any' || !source) return undefined;
  const path = `${notification.key}/subscribers`;
  const each = findVariable(path, subscriber, { source, parent: notification });
  return textOf('subscriber', each);
}

function textOf(name: string, variable: Variable): ScalarReference {
  return {
    kind: 'scalar',
    type: 'string',
    value: (context) => column(aliasOf(context, variable), name),
    variables: [variable],
  };
}
