import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { ParameterValue } from '../query/bind-parameters.ts';
import { type CheckedQuery, checkQuery } from '../query/checked-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { UnitContext } from '../unit/unit.ts';
import { aggregateColumn } from './aggregates.ts';
import { fillProvider } from './build-query.ts';
import { findDateInterval } from './date-intervals.ts';
import { evaluateDateMath } from './date-math.ts';
import type { AggregateDefinition, AggregateType, PageProvider } from './definition.ts';
import { predicateClause } from './predicates.ts';
import { emptyRequest } from './provider-request.ts';
import { searchFields } from './search-document.ts';

/**
 * All checks possible before the first request: that types, properties and fields exist, and that
 * the conditions without parameters are valid queries.
 *
 * @throws AppError page-providers.invalid naming the provider and all its problems
 */
export function checkProvider(unit: UnitContext, provider: PageProvider, source: string): void {
  const problems = [
    ...fieldProblems(unit, provider),
    ...repeated(
      'quick filter',
      provider.quickFilters.map(({ name }) => name),
    ),
    ...repeated(
      'aggregate',
      provider.aggregates.map(({ id }) => id),
    ),
    ...provider.aggregates.flatMap(aggregateProblems),
  ];
  // The next check depends on the previous ones.
  if (problems.length === 0) problems.push(...queryProblems(unit, provider));
  if (problems.length === 0) return;
  const message = `${source}: ${provider.name}: ${problems.join('; ')}`;
  throw new AppError('page-providers.invalid', message, { detail: { problems } });
}

function fieldProblems({ model }: UnitContext, provider: PageProvider): readonly string[] {
  const { searchDocumentType: type, predicates, aggregates } = provider;
  if (type !== null && !model.findType(type)) return [`there is no document type ${type}`];
  const known = searchFields(model, type);
  const used = [
    ...predicates.flatMap(({ fields }) => fields),
    ...aggregates.flatMap(({ selection }) => selection ?? []),
  ];
  return [...new Set(used)]
    .filter((field) => !known.has(field))
    .map((field) => `${type ?? 'no search document type'} has no field ${field}`);
}

function repeated(kind: string, names: readonly string[]): readonly string[] {
  return names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `${kind} ${name} is defined twice`);
}

function aggregateProblems(aggregate: AggregateDefinition): readonly string[] {
  const { id, type, properties, dateRanges } = aggregate;
  const problems = dateRanges
    .flatMap(({ from, to }) => [from, to])
    .filter((text) => text !== null && evaluateDateMath(text, 0) === undefined)
    .map((text) => `${id}: ${text} is no instant such as now-7d`);
  const interval = properties.interval ?? '';
  if (type === 'date_histogram' && !findDateInterval(interval)) {
    problems.push(`${id}: interval: use second, minute, hour, day, week, month, quarter or year`);
  }
  if (type === 'histogram' && !(Number(interval) > 0)) {
    problems.push(`${id}: interval: use a number above 0`);
  }
  return problems;
}

const parameter = /\?|(?<![\p{L}\p{N}_$.:-]):[A-Za-z_]/u;

/** As with full text enabled: when it is not, requests for it are refused. */
function queryProblems(caller: UnitContext, provider: PageProvider): readonly string[] {
  const unit = { ...caller, hasFulltext: true };
  const { where, quickFilters, aggregates, query } = provider;
  if (query !== null) return [];
  // Conditions with parameters depend on their values.
  const fixed: PageProvider = {
    ...provider,
    where: where.filter((clause) => !parameter.test(clause)),
  };
  const request = { ...emptyRequest, quickFilters: quickFilters.map(({ name }) => name) };
  const fill = () => fillProvider(unit, fixed, request);
  return [
    () => checkQuery(unit, fill().query),
    ...provider.predicates.map((each) => () => {
      const values = new Map(each.fields.map((name) => [name, sampleOf(unit, provider, name)]));
      const clause = predicateClause(each, values) ?? '';
      return checkQuery(unit, parseQuery(`SELECT * FROM Document WHERE ${clause}`));
    }),
    ...aggregates.map((each) => () => {
      const column = aggregateColumn(unit.model, each);
      checkValues(each, checkQuery(unit, fill().queryFor(column, each.id)));
    }),
  ].flatMap((check) => problemOf(check));
}

const ofAnyValue: ReadonlySet<AggregateType> = new Set([
  'terms',
  'significant_terms',
  'cardinality',
  'count',
  'missing',
]);

/** @throws AppError request.invalid for texts with an aggregate that sorts or adds values */
function checkValues({ id, type, field }: AggregateDefinition, { columns }: CheckedQuery): void {
  const isText = columns?.list[0]?.type === 'string';
  if (!isText || ofAnyValue.has(type)) return;
  throw new AppError(
    'request.invalid',
    `${id}: ${type} needs numbers or dates, ${field} has texts`,
  );
}

function problemOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code === 'server.not-implemented' ? [] : [error.message];
  }
}

function sampleOf({ model }: UnitContext, { searchDocumentType }: PageProvider, name: string) {
  const field = searchFields(model, searchDocumentType).get(name)?.field;
  const type = field?.type === 'array' ? field.item?.type : field?.type;
  const samples: Readonly<Record<string, ParameterValue>> = {
    boolean: true,
    long: 1,
    double: 1,
    date: new Date(0),
  };
  return samples[type ?? ''] ?? 'x';
}
