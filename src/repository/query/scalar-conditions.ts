import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { limits } from '../../base/limits.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { ordered, valueSql } from './check-scope.ts';
import { type Condition, type ConditionSql, condition, selective } from './checked.ts';
import { asOfRow } from './large-rows.ts';
import type { ListReference, ScalarReference } from './resolved.ts';
import { type SqlContext, timeCheck } from './sql-context.ts';
import type { ComparisonOperator } from './syntax-tree.ts';

const operators: Readonly<Record<ComparisonOperator, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '<>': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};

/** Tests one value of a property or an item. */
export type ValueTest = (context: SqlContext, value: RawBuilder<unknown>) => RawBuilder<SqlBool>;

export function compareTest(
  type: ValueType,
  operator: ComparisonOperator,
  value: LiteralValue,
): ValueTest {
  return (context, left) => {
    const isEquality = operator === '=' || operator === '<>';
    const comparable = isEquality ? left : ordered(context, type, left);
    return sql`${comparable} ${operators[operator]} ${context.dialect.bound(type, value)}`;
  };
}

export function inTest(type: ValueType, values: readonly LiteralValue[]): ValueTest {
  return (context, left) => sql`${left} in ${context.dialect.list(type, values)}`;
}

/**
 * Equal to the text, or beginning with the text and a slash. On SQLite with one parameter, as the
 * time to prepare a statement is quadratic in their number.
 */
export function hierarchyTest(prefix: string): ValueTest {
  const length = [...prefix].length + 1;
  return (context, left) => {
    const text = (value: string) => context.dialect.bound('string', value);
    if (context.dialect.engine === 'sqlite') {
      const [from, to] = [asOfRow(sql.lit(1)), asOfRow(sql.lit(length))];
      return sql`substr(${left} || '/', ${from}, ${to}) = ${text(`${prefix}/`)}`;
    }
    const ordering = ordered(context, 'string', left);
    return sql`(${left} = ${text(prefix)}
      or (${ordering} >= ${text(`${prefix}/`)} and ${ordering} < ${text(`${prefix}0`)}))`;
  };
}

/** Null, which means unknown, where the property has no value. */
export function testScalar(reference: ScalarReference, test: ValueTest): Condition {
  const tested = condition(reference.variables, (context) => {
    const value = valueSql(context, reference.value);
    return value === undefined ? null : test(context, value);
  });
  const { index } = reference;
  return index === undefined || index === 'plain' ? tested : { ...tested, range: index };
}

/** Whether an item passes: never unknown, and false for an empty list. */
export function testItems(list: ListReference, test: ValueTest): Condition {
  return condition(list.variables, (context) => {
    const alias = 'item';
    const [rows] = list.source?.rows(context, alias) ?? [];
    if (!list.source || !rows) return false;
    // No time check for the first items: most lists are short.
    const number = sql`(1 + (${list.source.order(context, alias)}))`;
    const tests = [...timeCheck(context, number), test(context, list.item(context, alias))];
    return sql<SqlBool>`exists (select 1 from ${rows.from}
      where ${rows.on} and ${sql.join(tests, sql` and `)})`;
  });
}

/** Compares two properties. */
export function compareScalars(
  left: ScalarReference,
  operator: ComparisonOperator,
  right: ScalarReference,
): Condition {
  return condition([...left.variables, ...right.variables], (context) => {
    const [a, b] = [valueSql(context, left.value), valueSql(context, right.value)];
    if (!a || !b) return null;
    return sql<SqlBool>`${ordered(context, left.type, a)} ${operators[operator]} ${b}`;
  });
}

/** Equal to one of the values. Uses the index on the beginnings of titles where that is exact. */
export function equalsOneOf(
  reference: ScalarReference,
  values: readonly LiteralValue[],
  test: ValueTest,
): Condition {
  const isExact = values.every(
    (value) => value !== '' && String(value).length < limits.titleKeyLengthMax,
  );
  const general = testScalar(reference, test);
  if (reference.amongKeys) return byKeys(general, reference.amongKeys, values);
  if (reference.isKey) return selective(general);
  if (!isExact || !reference.titleKey) return general;
  const key = testScalar({ ...reference, value: reference.titleKey }, test);
  const render = (context: SqlContext, isNegated: boolean): ConditionSql =>
    (isNegated ? general : key).render(context, isNegated);
  return selective(condition(reference.variables, render));
}

/** Whether the list has one of the values; uses an index of its items if there is one. */
export function hasOneOf(
  list: ListReference,
  values: readonly LiteralValue[],
  test: ValueTest,
): Condition {
  const general = testItems(list, test);
  return list.amongKeys ? byKeys(general, list.amongKeys, values) : general;
}

function byKeys(
  general: Condition,
  amongKeys: NonNullable<ListReference['amongKeys']>,
  values: readonly LiteralValue[],
): Condition {
  return selective({
    ...general,
    byKeys: {
      condition: (context) => amongKeys.condition(context, values),
      isCommon: (handle) => amongKeys.isCommon(handle, values),
    },
  });
}

export function isEqualTo(other: RawBuilder<unknown>): ValueTest {
  return (_context, value) => sql`${value} = ${other}`;
}

export function both(a: ValueTest, b: ValueTest): ValueTest {
  return (context, value) => sql`(${a(context, value)} and ${b(context, value)})`;
}

export function either(a: ValueTest, b: ValueTest): ValueTest {
  return (context, value) => sql`(${a(context, value)} or ${b(context, value)})`;
}
