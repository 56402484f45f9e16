import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type {
  StatisticsCondition,
  StatisticsRequest,
  StatisticsValue,
} from '../../model/statistics.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import { isInTime } from '../sql/time-check.ts';
import type { ReadUnit } from '../unit/unit.ts';
import type { ScannedValues } from './aggregate-scan.ts';
import type { AuditField } from './audit-search.ts';
import { auditFields } from './audit-search.ts';
import type { Statistics } from './document-statistics.ts';
import { resolveBounds } from './statistics-bounds.ts';
import { statisticsResult } from './statistics-groups.ts';
import { allNodes, fieldsOf, planStatistics, type StatisticsNode } from './statistics-plan.ts';
import { groupRows } from './statistics-sql.ts';

/**
 * Counts entries of the audit in groups: the newest of those that match, when there are very many. Without
 * permission checks: for administrators.
 *
 * @throws AppError request.invalid for an unknown field, or a value that does not fit
 */
export async function auditStatistics(
  { handle, nowMs }: ReadUnit,
  request: StatisticsRequest,
): Promise<Statistics> {
  const root = planStatistics(request);
  const numbers = numericFields(root);
  const values = new Map<string, ScannedValues>();
  const columns = fieldsOf(root).map((field, at) => {
    const { type, value } = fieldOf(handle, field, numbers.has(field) ? 'double' : 'string');
    const column = `c${at}`;
    values.set(field, {
      type,
      hasItems: false,
      column,
      rows: sql`select id, ${sql.ref(column)} as v from matches`,
    });
    return sql`${value} as ${sql.ref(column)}`;
  });
  const matches = sql`select ${sql.join([sql.ref('audit_entry.id'), ...columns])}
    from audit_entry where ${isInTime(handle, 'audit_entry')}
      and ${conditionOf(handle, request.condition, nowMs)}
    order by event_date desc, id desc limit ${sql.lit(limits.aggregatedValuesMax)}`;
  const rows = await groupRows(handle, allNodes(root), { matches, values });
  const types = new Map([...values].map(([field, { type }]) => [field, type]));
  return {
    result: statisticsResult(root, { rows, types, ratio: 1, nowMs }),
    sampleRatio: undefined,
  };
}

/** Members of `extended` have no declared type: what is added or compared is a number. */
function numericFields(root: StatisticsNode): ReadonlySet<string> {
  const fields = allNodes(root).flatMap(({ levels, values }) => [
    ...levels.filter(({ type }) => type === 'ranges').map(({ field }) => field),
    ...values
      .filter(({ metric }) => metric !== 'cardinality' && metric !== 'value_count')
      .map(({ field }) => field),
  ]);
  return new Set(fields);
}

interface Field {
  readonly type: ValueType;
  readonly value: RawBuilder<unknown>;
}

function fieldOf(handle: ReadHandle, field: string, asked: 'double' | 'string'): Field {
  if (Object.hasOwn(auditFields, field)) {
    const column = auditFields[field as AuditField];
    const isDate = column === 'event_date' || column === 'log_date';
    const type = isDate ? 'date' : column === 'id' ? 'long' : 'string';
    return { type, value: sql.ref(`audit_entry.${column}`) };
  }
  const keys = /^extended\.([\w.:-]+)$/.exec(field)?.[1]?.split('.');
  if (!keys) throw new AppError('request.invalid', `${field}: is no field of the audit`);
  const json = handle.dialect.json;
  const column = json.ofText(sql.ref('audit_entry.extended'));
  const place = { base: { kind: 'column', column }, keys } as const;
  return { type: asked, value: json.scalar(place, asked) };
}

function conditionOf(
  handle: ReadHandle,
  condition: StatisticsCondition,
  nowMs: number,
): RawBuilder<unknown> {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      if (condition.of.length === 0) return sql`1 = 1`;
      const all = condition.of.map((each) => conditionOf(handle, each, nowMs));
      return sql`(${sql.join(all, condition.kind === 'all' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql`not coalesce(${conditionOf(handle, condition.of, nowMs)}, 1 = 0)`;
    case 'among':
      return amongOf(handle, condition.field, condition.values);
    case 'set':
      return sql`${fieldOf(handle, condition.field, 'string').value} is not null`;
    case 'range': {
      const { type, value } = fieldOf(handle, condition.field, 'double');
      if (type === 'string') {
        throw new AppError('request.invalid', `query.range.${condition.field}: has no ranges`);
      }
      const bounds = resolveBounds(condition, nowMs).map(
        (bound) =>
          sql`${value} ${sql.raw(bound.operator)} ${handle.dialect.bound(type, bound.value)}`,
      );
      return bounds.length === 0 ? sql`1 = 1` : sql`(${sql.join(bounds, sql` and `)})`;
    }
  }
}

function amongOf(
  handle: ReadHandle,
  field: string,
  values: readonly StatisticsValue[],
): RawBuilder<unknown> {
  const { dialect } = handle;
  const numbers = values.filter((each) => typeof each === 'number');
  const texts = values.filter((each) => typeof each === 'string').filter(isStorableText);
  const asText = fieldOf(handle, field, 'string');
  const asNumber = numbers.length > 0 ? fieldOf(handle, field, 'double') : undefined;
  if (asText.type !== 'string' && texts.length > 0) {
    throw new AppError('request.invalid', `query.term.${field}: must be a number`);
  }
  const either = [
    ...(texts.length > 0 ? [sql`${asText.value} in ${dialect.list('string', texts)}`] : []),
    ...(asNumber && asNumber.type !== 'string'
      ? [sql`${asNumber.value} in ${dialect.list('double', numbers)}`]
      : []),
  ];
  return either.length === 0 ? sql`1 = 0` : sql`(${sql.join(either, sql` or `)})`;
}
