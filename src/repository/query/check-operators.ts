import { type SqlBool, sql } from 'kysely';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import type { CheckScope } from './check-scope.ts';
import { hasFacet, isBelowPath, operatorsOf } from './check-special.ts';
import { type Condition, condition, negated } from './checked.ts';
import { dateReference, dayTest } from './day-conditions.ts';
import { checkFullText } from './full-text.ts';
import { likeTest } from './like-pattern.ts';
import { literalValue } from './literals.ts';
import { queryLimits } from './query-limits.ts';
import type { Resolved, ScalarReference, SpecialReference } from './resolved.ts';
import {
  both,
  compareTest,
  either,
  equalsOneOf,
  hasOneOf,
  hierarchyTest,
  inTest,
  testItems,
  testScalar,
  type ValueTest,
} from './scalar-conditions.ts';
import type {
  Between,
  InList,
  IsNull,
  Like,
  Literal,
  Reference,
  StartsWith,
} from './syntax-tree.ts';

/** Days of one list; each is a separate range. */
const daysMax = 100;

export function checkIn(scope: CheckScope, { reference, values }: InList): Condition {
  if (reference.isCastToDate) {
    if (values.length > daysMax) refuseOperator(scope, reference, 'with so many days BETWEEN as');
    const days = values.map((value) => dayTest('=', dayOf(scope, reference, value)));
    return testScalar(dateReference(scope, reference), days.reduce(either));
  }
  const resolved = scope.references.resolve(reference);
  const valuesOf = (type: ScalarReference['type']): readonly LiteralValue[] =>
    values.map((value) => literalValue(value, type, scope.refuse));
  if (resolved.kind === 'special' && resolved.name === 'mixinType')
    return hasFacet(valuesOf('string'));
  if (resolved.kind === 'list') {
    const values = valuesOf(resolved.itemType);
    return hasOneOf(resolved, values, inTest(resolved.itemType, values));
  }
  const scalar = requireScalar(scope, reference, resolved);
  if (scalar.type === 'boolean') refuseOperator(scope, reference, '= or <>');
  const literals = valuesOf(scalar.type);
  return equalsOneOf(scalar, literals, inTest(scalar.type, literals));
}

export function checkBetween(scope: CheckScope, { reference, low, high }: Between): Condition {
  if (reference.isCastToDate) {
    const from = dayTest('>=', dayOf(scope, reference, low));
    const until = dayTest('<=', dayOf(scope, reference, high));
    return testScalar(dateReference(scope, reference), both(from, until));
  }
  const resolved = scope.references.resolve(reference);
  if (resolved.kind === 'list') {
    refuseOperator(scope, reference, '=, <>, IN, NOT IN, LIKE or IS NULL');
  }
  const scalar = requireScalar(scope, reference, resolved);
  if (scalar.type === 'boolean') refuseOperator(scope, reference, '= or <>');
  const value = (literal: Literal) => literalValue(literal, scalar.type, scope.refuse);
  const from = compareTest(scalar.type, '>=', value(low));
  return testScalar(scalar, both(from, compareTest(scalar.type, '<=', value(high))));
}

function dayOf(scope: CheckScope, reference: Reference, literal: Literal): number {
  if (literal.kind === 'date') return literal.value;
  return scope.refuse(
    `DATE() cast must be used with DATE literal, not TIMESTAMP: ${reference.text}`,
    literal.offset,
  );
}

export function checkLike(
  scope: CheckScope,
  { reference, pattern: { value: pattern, offset }, ignoresCase }: Like,
): Condition {
  const { patternLengthMax } = queryLimits;
  if (pattern.length > patternLengthMax) {
    scope.refuse(
      `a pattern has at most ${patternLengthMax} characters, at offset ${offset}`,
      offset,
    );
  }
  const resolved = scope.references.resolve(reference);
  if (resolved.kind === 'special' && resolved.name === 'fulltext') {
    const right = { kind: 'string', value: pattern, offset } as const;
    return checkFullText(scope, { reference: resolved, operator: 'like', right });
  }
  const isColumn = resolved.kind === 'scalar' && resolved.isStored !== true;
  const test = likeTest(scope, { pattern, ignoresCase, isColumn });
  return testTexts(scope, { reference, resolved, test });
}

export function checkStartsWith(
  scope: CheckScope,
  { reference, prefix: { value: prefix } }: StartsWith,
): Condition {
  const resolved = scope.references.resolve(reference);
  if (resolved.kind === 'special' && resolved.name === 'path') return isBelowPath(prefix);
  return testTexts(scope, { reference, resolved, test: hierarchyTest(prefix) });
}

function testTexts(
  scope: CheckScope,
  { reference, resolved, test }: { reference: Reference; resolved: Resolved; test: ValueTest },
): Condition {
  const found = resolved.kind === 'list' ? resolved : requireScalar(scope, reference, resolved);
  const type = found.kind === 'list' ? found.itemType : found.type;
  if (type !== 'string' || reference.isCastToDate) {
    const { text, offset } = reference;
    scope.refuse(
      `${text} at offset ${offset} is no string: LIKE and STARTSWITH do not apply`,
      offset,
    );
  }
  return found.kind === 'list' ? testItems(found, test) : testScalar(found, test);
}

export function checkIsNull(scope: CheckScope, { reference }: IsNull): Condition {
  if (reference.isCastToDate) dateReference(scope, reference);
  const resolved = scope.references.resolve(reference);
  if (resolved.kind === 'special') return isSpecialNull(scope, reference, resolved);
  if (resolved.kind === 'scalar') return isScalarNull(resolved);
  return negated(isSet(resolved));
}

function isSet({
  variables,
  isSet: render,
}: Exclude<Resolved, ScalarReference | SpecialReference>): Condition {
  return condition(variables, (context) => render(context));
}

/** Flags are stored as true or not at all, so false is null. */
function isScalarNull({ variables, value, isFlag }: ScalarReference): Condition {
  return condition(variables, (context) => {
    const found = value(context);
    if (typeof found === 'number') return isFlag === true && found === 0;
    if (found === undefined) return true;
    return isFlag ? sql<SqlBool>`${found} = 0` : sql<SqlBool>`${found} is null`;
  });
}

function isSpecialNull(
  scope: CheckScope,
  reference: Reference,
  special: SpecialReference,
): Condition {
  const { name } = special;
  if (name === 'path') return condition([], ({ branch }) => branch === 'version');
  if (name === 'isProxy') return condition([], ({ branch }) => branch !== 'proxy');
  return refuseOperator(scope, reference, operatorsOf(special));
}

function requireScalar(
  scope: CheckScope,
  reference: Reference,
  resolved: Resolved,
): ScalarReference {
  if (resolved.kind === 'scalar') return resolved;
  if (resolved.kind === 'special') return refuseOperator(scope, reference, operatorsOf(resolved));
  return scope.refuse(
    `${reference.text} at offset ${reference.offset} has parts: use one of them, or IS NULL`,
    reference.offset,
  );
}

function refuseOperator(scope: CheckScope, { text, offset }: Reference, operators: string): never {
  return scope.refuse(`${text} requires ${operators} operator, at offset ${offset}`, offset);
}
