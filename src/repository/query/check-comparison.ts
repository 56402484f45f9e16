import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { type CheckScope, valueSql } from './check-scope.ts';
import { compareSpecial } from './check-special.ts';
import { type Condition, condition, negated } from './checked.ts';
import { compareDay } from './day-conditions.ts';
import { addPeriod } from './instants.ts';
import { literalValue } from './literals.ts';
import type { ListReference, ScalarReference } from './resolved.ts';
import {
  compareScalars,
  compareTest,
  equalsOneOf,
  hasOneOf,
  isEqualTo,
  testItems,
  testScalar,
} from './scalar-conditions.ts';
import type {
  Comparison,
  ComparisonOperator,
  FunctionCall,
  Literal,
  Operand,
  Reference,
} from './syntax-tree.ts';

const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

interface PropertyComparison {
  readonly left: Reference;
  readonly operator: ComparisonOperator;
  readonly right: Literal | Reference;
}

export function checkComparison(scope: CheckScope, comparison: Comparison): Condition {
  const left = withoutFunctions(scope, comparison.left);
  const right = withoutFunctions(scope, comparison.right);
  const { operator } = comparison;
  if (left.kind === 'reference') return compareProperty(scope, { left, operator, right });
  if (right.kind === 'reference') {
    return compareProperty(scope, { left: right, operator: mirrored[operator], right: left });
  }
  return compareLiterals(scope, { left, operator, right });
}

/** The only function of a condition is NOW, which is an instant. */
function withoutFunctions(scope: CheckScope, operand: Operand): Literal | Reference {
  if (operand.kind !== 'function') return operand;
  const { offset } = operand;
  if (operand.name !== 'NOW') {
    return scope.refuse(`Unknown function: ${operand.name} at offset ${offset}; use NOW`, offset);
  }
  return { kind: 'timestamp', value: instantOf(scope, operand), offset };
}

function instantOf(scope: CheckScope, { arguments: parameters, offset }: FunctionCall): number {
  const [period, ...more] = parameters;
  if (period === undefined) return scope.nowMs;
  if (period.kind !== 'string' || more.length > 0) {
    return scope.refuse(`NOW takes one period such as '-P7D', at offset ${offset}`, offset);
  }
  const shown = period.value.slice(0, 50).toWellFormed();
  return addPeriod(scope.nowMs, period.value) ?? scope.refuse(`Invalid period: ${shown}`, offset);
}

/** `1 = 1` is written by programs that add conditions. */
function compareLiterals(
  { refuse }: CheckScope,
  { left, operator, right }: { left: Literal; operator: ComparisonOperator; right: Literal },
): Condition {
  const type = (
    {
      string: 'string',
      integer: 'long',
      double: 'double',
      date: 'date',
      timestamp: 'date',
    } as const
  )[left.kind];
  const a = literalValue(left, type, refuse);
  const b = literalValue(right, type, refuse);
  const results: Readonly<Record<ComparisonOperator, boolean>> = {
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the number of the same value
    '=': a == b,
    // biome-ignore lint/suspicious/noDoubleEquals: as above
    '<>': a != b,
    '<': a < b,
    '<=': a <= b,
    '>': a > b,
    '>=': a >= b,
  };
  return condition([], () => results[operator]);
}

function compareProperty(scope: CheckScope, comparison: PropertyComparison): Condition {
  const { left, operator, right } = comparison;
  const resolved = scope.references.resolve(left);
  if (left.isCastToDate) return compareDay(scope, comparison);
  switch (resolved.kind) {
    case 'special':
      return compareSpecial(scope, { left: resolved, operator, right, text: left.text });
    case 'composite':
      return scope.refuse(
        `${left.text} at offset ${left.offset} has parts: compare one of them, or use IS NULL`,
        left.offset,
      );
    case 'list':
      return compareList(scope, resolved, comparison);
    case 'scalar':
      return compareScalar(scope, resolved, comparison);
  }
}

/** `<>` means that no item is equal, so an empty list matches. */
function compareList(
  scope: CheckScope,
  list: ListReference,
  { left, operator, right }: PropertyComparison,
): Condition {
  if (operator !== '=' && operator !== '<>') {
    return scope.refuse(
      `Can only use collection ${left.text} with =, <>, IN or NOT IN clause, at offset ${left.offset}`,
      left.offset,
    );
  }
  const isNegated = operator === '<>';
  if (right.kind !== 'reference') {
    const value = literalValue(right, list.itemType, scope.refuse);
    const test = compareTest(list.itemType, '=', value);
    return negated(hasOneOf(list, [value], test), isNegated);
  }
  const other = scalarOf(scope, right);
  requireSameType(scope, list.itemType, { reference: other, text: right });
  const some = condition([...list.variables, ...other.variables], (context) => {
    const value = valueSql(context, other.value);
    if (!value) return false;
    return testItems(list, isEqualTo(value)).render(context, false);
  });
  return negated(some, isNegated);
}

function compareScalar(
  scope: CheckScope,
  reference: ScalarReference,
  { left, operator, right }: PropertyComparison,
): Condition {
  if (right.kind !== 'reference') {
    return compareWithLiteral(scope, reference, { left, operator, right });
  }
  const other = scope.references.resolve(right);
  if (other.kind === 'list') {
    const swapped = { left: right, operator: mirrored[operator], right: left };
    return compareList(scope, other, swapped);
  }
  const scalar = scalarOf(scope, right);
  requireSameType(scope, reference.type, { reference: scalar, text: right });
  return compareScalars(reference, operator, scalar);
}

function compareWithLiteral(
  scope: CheckScope,
  reference: ScalarReference,
  { left, operator, right }: { left: Reference; operator: ComparisonOperator; right: Literal },
): Condition {
  const { type } = reference;
  const value = literalValue(right, type, scope.refuse);
  if (type === 'boolean') return compareBoolean(scope, reference, { left, operator, value });
  const test = compareTest(type, operator, value);
  return operator === '=' ? equalsOneOf(reference, [value], test) : testScalar(reference, test);
}

function compareBoolean(
  scope: CheckScope,
  reference: ScalarReference,
  { left, operator, value }: { left: Reference; operator: ComparisonOperator; value: LiteralValue },
): Condition {
  if (operator !== '=' && operator !== '<>') {
    return scope.refuse(
      `${left.text} requires = or <> operator, at offset ${left.offset}`,
      left.offset,
    );
  }
  const test = compareTest('boolean', operator, value);
  const compared = condition(reference.variables, (context) => {
    const found = reference.value(context);
    if (typeof found === 'number') return (found === value) === (operator === '=');
    return found === undefined ? null : test(context, found);
  });
  const isOfVersions = reference.isVersionFlag === true && (value === 1) === (operator === '=');
  return isOfVersions ? { ...compared, isOfVersions } : compared;
}

function scalarOf(scope: CheckScope, right: Reference): ScalarReference {
  const resolved = scope.references.resolve(right);
  if (resolved.kind === 'scalar' && !right.isCastToDate) return resolved;
  return scope.refuse(
    `${right.text} at offset ${right.offset} cannot stand at this side of a comparison`,
    right.offset,
  );
}

function requireSameType(
  scope: CheckScope,
  type: ScalarReference['type'],
  { reference, text: { text, offset } }: { reference: ScalarReference; text: Reference },
): void {
  const isNumber = (name: string) => name === 'long' || name === 'double';
  const isSame = type === reference.type || (isNumber(type) && isNumber(reference.type));
  if (isSame && type !== 'boolean') return;
  scope.refuse(`${text} at offset ${offset} does not compare with a ${type}`, offset);
}
