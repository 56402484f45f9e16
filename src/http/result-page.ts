import type { ListPage } from '../automation/values.ts';
import { type AggregateFacts, writeAggregations } from '../entities/aggregates-entity.ts';
import { writePage } from '../entities/documents-entity.ts';
import {
  type ComputedAggregate,
  extendedBuckets,
} from '../repository/page-providers/aggregates.ts';
import type { RequestContext } from './route.ts';

/** The entity of a page: documents or rows, with what belongs to the whole result. */
export function writeResultPage(
  entityType: 'documents' | 'recordSet',
  page: ListPage,
  entries: readonly object[],
): object {
  const { aggregates, quickFilters, ...facts } = page;
  const extras = {
    ...(aggregates && { aggregations: writeAggregations(aggregates.map(aggregateFacts)) }),
    ...(quickFilters && {
      quickFilters: quickFilters.map(({ name, isActive }) => ({ name, active: isActive })),
    }),
  };
  return writePage(entityType, { ...facts, currentPageSize: entries.length, extras }, entries);
}

/** What the request wants left out is left out unless it selects something of it. */
export function skipsAggregates({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return headers.skipaggregates === 'true';
}

/** Of operations, which do not know the headers of their request. */
export function withoutSkipped(context: RequestContext, page: ListPage): ListPage {
  const { aggregates, ...rest } = page;
  const hasSelection = aggregates?.some(({ selection }) => selection.length > 0) ?? false;
  return skipsAggregates(context) && !hasSelection ? rest : page;
}

function aggregateFacts(aggregate: ComputedAggregate): AggregateFacts {
  const { definition, selection, buckets } = aggregate;
  const { id, type, field, properties, ranges, dateRanges } = definition;
  const declared = type === 'date_range' ? dateRanges : ranges;
  return {
    id,
    type,
    field,
    properties,
    selection,
    buckets,
    ranges: declared,
    extendedBuckets: extendedBuckets(aggregate),
  };
}
