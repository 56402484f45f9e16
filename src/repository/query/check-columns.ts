import type { ValueType } from '../../storage/json-sql.ts';
import type { CheckScope } from './check-scope.ts';
import { pathValue } from './ecm-properties.ts';
import { scoreReference } from './full-text.ts';
import type { ScalarReference } from './resolved.ts';
import type { Column, FunctionCall, Operand, Reference } from './syntax-tree.ts';

type Aggregate = 'COUNT' | 'AVG' | 'SUM' | 'MIN' | 'MAX';

const aggregates: ReadonlySet<string> = new Set(['COUNT', 'AVG', 'SUM', 'MIN', 'MAX']);

export interface QueryColumn {
  readonly name: string;
  /** The reference as written, by which ORDER BY finds the column. */
  readonly text: string;
  readonly value: ScalarReference;
  /** Type of the values in the rows. */
  readonly type: ValueType;
  readonly aggregate: Aggregate | undefined;
}

export interface QueryColumns {
  readonly list: readonly QueryColumn[];
  readonly isDistinct: boolean;
  /** One row for all documents. */
  readonly isAggregate: boolean;
}

export function checkColumns(
  scope: CheckScope,
  columns: readonly Column[],
  isDistinct: boolean,
): QueryColumns {
  const list = columns.map(({ operand, name }) => checkColumn(scope, operand, name));
  const count = list.filter(({ aggregate }) => aggregate !== undefined).length;
  if (count > 0 && count < list.length) {
    scope.refuse('properties and aggregates cannot be selected together: there is no GROUP BY', 0);
  }
  return { list, isDistinct, isAggregate: count > 0 };
}

function checkColumn(scope: CheckScope, operand: Operand, name: string): QueryColumn {
  if (operand.kind === 'reference') {
    const value = columnValue(scope, operand);
    return { name, text: operand.text, value, type: value.type, aggregate: undefined };
  }
  if (operand.kind === 'function') return checkAggregate(scope, operand, name);
  return scope.refuse(
    `Cannot select on column: ${name} at offset ${operand.offset}`,
    operand.offset,
  );
}

function checkAggregate(scope: CheckScope, call: FunctionCall, name: string): QueryColumn {
  const { text, offset } = call;
  const [operand, ...more] = call.arguments;
  const isKnown = aggregates.has(call.name) && operand?.kind === 'reference' && more.length === 0;
  if (!isKnown) {
    return scope.refuse(
      `Cannot select on column: ${text} at offset ${offset}; use COUNT, AVG, SUM, MIN or MAX of a property`,
      offset,
    );
  }
  const value = columnValue(scope, operand);
  const aggregate = call.name as Aggregate;
  const isNumber = value.type === 'long' || value.type === 'double';
  if ((aggregate === 'SUM' || aggregate === 'AVG') && !isNumber) {
    scope.refuse(`${call.name} needs a number: ${operand.text} at offset ${offset}`, offset);
  }
  return { name, text, value, aggregate, type: aggregateType(aggregate, value.type) };
}

function aggregateType(aggregate: Aggregate, type: ValueType): ValueType {
  if (aggregate === 'COUNT') return 'long';
  return aggregate === 'SUM' || aggregate === 'AVG' ? 'double' : type;
}

function columnValue(scope: CheckScope, reference: Reference): ScalarReference {
  const { text, offset } = reference;
  const resolved = reference.isCastToDate ? undefined : scope.references.resolve(reference);
  if (resolved?.kind === 'scalar') return resolved;
  if (resolved?.kind === 'special' && resolved.name === 'path') return pathValue;
  if (resolved?.kind === 'special' && resolved.name === 'score') {
    return scoreReference(scope, offset);
  }
  const hint = resolved?.kind === 'list' ? `; use ${text}/* for its items` : '';
  return scope.refuse(`Cannot select on column: ${text} at offset ${offset}${hint}`, offset);
}
