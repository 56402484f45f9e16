import type { Schemas } from '../../../../client/src/index.ts';
import { fieldsOf, orderOf } from './request.ts';
import type { SearchState } from './search-params.ts';
import { sortOf } from './search-state.ts';

export type SearchDefinition = Pick<
  Schemas['pageProviderDefinition'],
  'from' | 'where' | 'predicates' | 'aggregates' | 'quickFilters'
>;

type Values = Readonly<Record<string, string | readonly string[]>>;

/** The query of a search, as the definition of the search on the server says. */
export function nxqlOf(state: SearchState, definition: SearchDefinition): string {
  const values: Values = fieldsOf(state);
  const order = orderOf(sortOf(state));
  const { quick = [] } = state;
  const conditions = [
    ...definition.predicates.flatMap((each) => predicateClause(each, values)),
    ...definition.aggregates.flatMap((each) => aggregateClause(each, values)),
    ...definition.quickFilters.flatMap(({ name, clause }) =>
      quick.includes(name) && clause ? [clause] : [],
    ),
    ...definition.where
      .map((each) => each.replaceAll('SORTED_COLUMN', order?.[0] ?? 'ecm:uuid'))
      // True of every document.
      .filter((each) => each !== 'ecm:uuid IS NOT NULL'),
  ];
  return [
    `SELECT * FROM ${definition.from}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(order ? [`ORDER BY ${order[0]}${order[1] === 'desc' ? ' DESC' : ''}`] : []),
  ].join('\n');
}

export function literal(value: string): string {
  const escaped = value.replace(/[\\']/g, (sign) => `\\${sign}`);
  return `'${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`;
}

function instant(value: string): string {
  return `TIMESTAMP ${literal(value)}`;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function anyOf(property: string, values: readonly string[]): string {
  const [first = ''] = values;
  if (values.length === 1) return `${property} = ${literal(first)}`;
  return `${property} IN (${values.map(literal).join(', ')})`;
}

function either(clauses: readonly string[]): string {
  return clauses.length === 1 ? (clauses[0] ?? '') : `(${clauses.join(' OR ')})`;
}

/** Characters that the server takes as spaces in the words of users. */
const signs = /[!#$%&'()+,./\\:\-@{|}`^~]/g;

function fullText(property: string, value: string): string {
  const words = value.replaceAll(signs, ' ').split(/\s+/);
  const kept = words.filter((word) => word !== '' && word !== '*').join(' ');
  const index = property.startsWith('ecm:fulltext') ? property : `ecm:fulltext.${property}`;
  return `${index} = ${literal(kept)}`;
}

function between(property: string, low: string | undefined, high: string | undefined): string[] {
  if (low !== undefined && high !== undefined) {
    return [`${property} BETWEEN ${instant(low)} AND ${instant(high)}`];
  }
  if (low !== undefined) return [`${property} >= ${instant(low)}`];
  return high === undefined ? [] : [`${property} <= ${instant(high)}`];
}

/** Without the prefix of the schema, as the parameters of requests have them. */
function bare(field: string): string {
  return field.slice(field.indexOf(':') + 1);
}

function predicateClause(
  { property, operator, fields }: SearchDefinition['predicates'][number],
  values: Values,
): string[] {
  const [first = [], second = []] = fields.map((field) => listOf(values[bare(field)]));
  if (operator === 'BETWEEN') return between(property, first[0], second[0]);
  const [value] = first;
  if (value === undefined) return [];
  switch (operator) {
    case 'FULLTEXT':
    case 'FULLTEXT ALL':
      return [fullText(property, value)];
    case 'IN':
      return [anyOf(property, first)];
    case 'NOT IN':
      return [`NOT (${anyOf(property, first)})`];
    case 'STARTSWITH':
      return [either(first.map((each) => `${property} STARTSWITH ${literal(each)}`))];
    case 'ISEMPTY':
    case 'IS NULL':
      return [`${property} IS ${value === 'false' ? 'NOT ' : ''}NULL`];
    default:
      return [`${property} ${operator} ${literal(value)}`];
  }
}

function aggregateClause(
  { id, field, type, ranges, dateRanges }: SearchDefinition['aggregates'][number],
  values: Values,
): string[] {
  const selected = listOf(values[id]);
  if (selected.length === 0) return [];
  const property = field.replaceAll('.', '/');
  if (type === 'terms') return [anyOf(property, selected)];
  const chosen = [
    ...ranges.map(({ key, from, to }) => ({ key, from: numberOf(from), to: numberOf(to) })),
    ...dateRanges.map(({ key, from, to }) => ({ key, from: momentOf(from), to: momentOf(to) })),
  ].filter(({ key }) => selected.includes(key));
  const clauses = chosen.map(({ from, to }) => range(property, from, to));
  return clauses.length > 0 ? [either(clauses)] : [];
}

function range(property: string, from: string | undefined, to: string | undefined): string {
  const parts = [
    ...(from === undefined ? [] : [`${property} >= ${from}`]),
    ...(to === undefined ? [] : [`${property} < ${to}`]),
  ];
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' AND ')})`;
}

function numberOf(bound: number | null): string | undefined {
  return bound === null ? undefined : String(bound);
}

/** `now-7d` is `NOW('-P7D')`; hours are of a time. */
function momentOf(bound: string | null): string | undefined {
  if (bound === null) return undefined;
  const [, sign, count, unit] = /^now([+-])(\d+)([a-zA-Z])$/.exec(bound) ?? [];
  if (bound === 'now') return 'NOW()';
  if (sign === undefined || unit === undefined) return instant(bound);
  const isTime = unit === 'H' || unit === 'h' || unit === 'm' || unit === 's';
  const letter = unit.toUpperCase();
  return `NOW('${sign === '-' ? '-' : ''}P${isTime ? 'T' : ''}${count}${letter}')`;
}
