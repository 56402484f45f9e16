import { type RawBuilder, sql } from 'kysely';
import type { ValueType } from '../../storage/json-sql.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { ListSource, ScalarReference, Variable } from './resolved.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';

/** The entries set on the document itself: lists of entries inside a list of named ACLs. */
export const aclEntries: ListSource = {
  rows: ({ dialect }, alias) => {
    const { items } = dialect.json;
    const acls = { base: { kind: 'column', column: rowColumn('own_acl') }, keys: [] } as const;
    const entries = { base: { kind: 'item', alias: aclAlias(alias) }, keys: ['aces'] } as const;
    return [items(acls, aclAlias(alias)), items(entries, alias)];
  },
  order: ({ dialect }, alias) => {
    const { itemIndex } = dialect.json;
    return sql`${itemIndex(aclAlias(alias))} * 1000000 + ${itemIndex(alias)}`;
  },
};

function aclAlias(alias: string): string {
  return `${alias}_acl`;
}

const fields: ReadonlyMap<string, readonly [key: string, type: ValueType]> = new Map([
  ['principal', ['username', 'string']],
  ['permission', ['permission', 'string']],
  ['grant', ['granted', 'boolean']],
  ['creator', ['creator', 'string']],
  ['begin', ['begin', 'date']],
  ['end', ['end', 'date']],
]);

/** A part of an entry: `ecm:acl/*1/principal`; undefined when there is none of that name. */
export function aclEntryPart(name: string, variable: Variable): ScalarReference | undefined {
  const aliasIn = ({ aliases }: SqlContext): string => aliases.get(variable.key) ?? variable.key;
  const reference = (type: ValueType, value: ScalarReference['value']): ScalarReference => ({
    kind: 'scalar',
    type,
    value,
    variables: [variable],
  });
  if (name === 'status') return reference('long', (context) => status(context, aliasIn(context)));
  if (name === 'name') {
    return reference('string', (c) => part(c.dialect, aclAlias(aliasIn(c)), ['name', 'string']));
  }
  const field = fields.get(name);
  return field && reference(field[1], (context) => part(context.dialect, aliasIn(context), field));
}

function part(
  dialect: SqlDialect,
  alias: string,
  [key, type]: readonly [key: string, type: ValueType],
): RawBuilder<unknown> {
  return dialect.json.scalar({ base: { kind: 'item', alias }, keys: [key] }, type);
}

/** 0 before it begins, 1 while it is effective, 2 after its end; null without both instants. */
function status({ dialect, nowMs }: SqlContext, alias: string): RawBuilder<unknown> {
  const begin = part(dialect, alias, ['begin', 'date']);
  const end = part(dialect, alias, ['end', 'date']);
  return sql`case when ${begin} is null and ${end} is null then null
    when ${begin} > cast(${nowMs} as bigint) then 0
    when ${end} < cast(${nowMs} as bigint) then 2 else 1 end`;
}
