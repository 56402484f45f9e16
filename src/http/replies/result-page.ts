import type { ListPage } from '../../automation/values.ts';
import { type AggregateFacts, writeAggregations } from '../../entities/aggregates-entity.ts';
import { writePage } from '../../entities/documents-entity.ts';
import { flag } from '../../entities/json-schema.ts';
import { type ComputedAggregate, extendedBuckets } from '../../repository/search/aggregates.ts';
import { inHeader } from '../parameters.ts';
import type { RequestContext } from '../route.ts';

/** Id of an aggregate → key of a bucket → what it names. */
export type FetchedKeys = ReadonlyMap<string, ReadonlyMap<string, string | object>>;

interface ShownPage extends ListPage {
  readonly fetchedKeys?: FetchedKeys | undefined;
}

/** The entity of a page: documents or rows, with the values of the whole result. */
export function writeResultPage(
  entityType: 'documents' | 'recordSet',
  page: ShownPage,
  entries: readonly object[],
): object {
  const { aggregates, quickFilters, fetchedKeys, ...facts } = page;
  const extras = {
    ...(aggregates && {
      aggregations: writeAggregations(
        aggregates.map((each) => aggregateFacts(each, fetchedKeys?.get(each.definition.id))),
      ),
    }),
    ...(quickFilters && {
      quickFilters: quickFilters.map(({ name, isActive }) => ({ name, active: isActive })),
    }),
  };
  return writePage(entityType, { ...facts, currentPageSize: entries.length, extras }, entries);
}

export const skipAggregatesParameter = inHeader('skipAggregates', 'true: without aggregates', flag);

/** Whether the request skips aggregates; those with a selection are still computed. */
export function skipsAggregates({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return headers.skipaggregates === 'true';
}

/** For operations, which do not have the headers of their request. */
export function withoutSkipped(context: RequestContext, page: ListPage): ListPage {
  const { aggregates, ...rest } = page;
  const hasSelection = aggregates?.some(({ selection }) => selection.length > 0) ?? false;
  return skipsAggregates(context) && !hasSelection ? rest : page;
}

function aggregateFacts(
  aggregate: ComputedAggregate,
  fetchedKeys: AggregateFacts['fetchedKeys'],
): AggregateFacts {
  const { definition, selection, buckets, value, sampleRatio } = aggregate;
  const { id, type, field, properties, ranges, dateRanges } = definition;
  const declared = type === 'date_range' ? dateRanges : ranges;
  return {
    id,
    type,
    field,
    properties,
    selection,
    buckets,
    value,
    sampleRatio,
    ranges: declared,
    extendedBuckets: extendedBuckets(aggregate),
    fetchedKeys,
  };
}
