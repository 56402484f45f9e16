import { bindParameters, type ParameterValue } from '../query/bind-parameters.ts';
import type { PredicateDefinition } from './definition.ts';
import type { SearchValues } from './search-document.ts';

/** The predicate as NXQL; undefined without a value for it. */
export function predicateClause(
  predicate: PredicateDefinition,
  values: SearchValues,
): string | undefined {
  const { property, operator, fields } = predicate;
  const [first, second] = fields.map((name) => values.get(name));
  if (operator === 'BETWEEN') return betweenClause(property, first, second);
  if (first === undefined) return undefined;
  switch (operator) {
    case 'IN':
      return anyOf(property, listOf(first));
    case 'NOT IN':
      return `NOT (${anyOf(property, listOf(first))})`;
    case 'STARTSWITH':
      return either(listOf(first).map((value) => `${property} STARTSWITH ${literal(value)}`));
    case 'FULLTEXT':
    case 'FULLTEXT ALL':
      return fullTextClause(property, first);
    case 'IS NULL':
      return `${property} IS ${first === false ? 'NOT ' : ''}NULL`;
    case 'ISEMPTY': {
      const clause = `(${property} IS NULL OR ${property} = '')`;
      return first === false ? `NOT ${clause}` : clause;
    }
    default:
      return `${property} ${operator} ${literal(listOf(first)[0] ?? first)}`;
  }
}

/** A value as a literal of the language: the only place that escapes. */
export function literal(value: ParameterValue): string {
  return bindParameters('?', { positional: [value] });
}

/** The property has one of the values. */
export function anyOf(property: string, values: readonly ParameterValue[]): string {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return `${property} = ${literal(first)}`;
  // Ancestors have no list comparison.
  if (property === 'ecm:ancestorId') {
    return either(values.map((value) => `${property} = ${literal(value)}`));
  }
  return `${property} IN ${literal(values)}`;
}

function either(clauses: readonly string[]): string {
  return `(${clauses.join(' OR ')})`;
}

function listOf(value: ParameterValue): readonly ParameterValue[] {
  return Array.isArray(value) ? value : [value];
}

function betweenClause(
  property: string,
  low: ParameterValue | undefined,
  high: ParameterValue | undefined,
): string | undefined {
  if (low !== undefined && high !== undefined) {
    return `${property} BETWEEN ${literal(low)} AND ${literal(high)}`;
  }
  if (low !== undefined) return `${property} >= ${literal(low)}`;
  return high === undefined ? undefined : `${property} <= ${literal(high)}`;
}

/** User input is words, not a query language: special characters become spaces. */
const signs = /[!#$%&'()+,./\\:-@{|}`^~]/g;

function fullTextClause(property: string, value: ParameterValue): string {
  const words = String(value)
    .replaceAll(signs, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-' && word !== '*');
  const index = property.startsWith('ecm:fulltext') ? property : `ecm:fulltext.${property}`;
  return `${index} = ${literal(words.join(' '))}`;
}
