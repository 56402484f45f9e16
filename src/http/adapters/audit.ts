import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { instant, texts } from '../../entities/json-schema.ts';
import {
  logEntriesSchema,
  writeLogEntries,
  writeLogEntriesCsv,
} from '../../entities/log-entry-entity.ts';
import { parseTimestamp } from '../../entities/timestamp.ts';
import {
  type AuditPage,
  type AuditSort,
  auditColumn,
  searchAuditEntries,
} from '../../repository/search/audit-search.ts';
import { inQuery } from '../parameters.ts';
import { getAddressed } from '../requests/document-address.ts';
import { type Page, pagingParameters, parsePage } from '../requests/paging.ts';
import { fetchParameter } from '../requests/wire-options.ts';
import { content, either, json } from '../responses.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { defineAdapter } from './adapter.ts';

export const auditAdapter = defineAdapter({
  name: 'audit',
  method: 'GET',
  summary: 'What happened to the document, the newest first',
  argsPattern: '',
  parameters: [
    inQuery('eventId', 'only these events', texts),
    inQuery('category', 'only these categories', texts),
    inQuery('principalName', 'only what these users did', texts),
    inQuery('startEventDate', 'not before this date', instant),
    inQuery('endEventDate', 'not after this date', instant),
    inQuery('sortBy', 'columns, separated by commas'),
    inQuery('sortOrder', 'asc or desc for each of them, separated by commas'),
    ...pagingParameters,
    fetchParameter('logEntry', 'the columns of CSV'),
  ],
  responses: {
    200: either(
      'a page of entries, as CSV for Accept: text/csv',
      json('', logEntriesSchema),
      content('', 'text/csv'),
    ),
    400: 'a date, a sort key or the paging is not well formed',
    403: 'no permission to read the document',
    404: 'no such document',
  },
  async handle(context, { address }) {
    const page = parsePage(context.query);
    const filter = readFilter(context.query);
    const found = await context.readBounded(async (unit) => {
      const document = await getAddressed(unit, address);
      const { size: limit, offset } = page;
      return searchAuditEntries(unit.handle, { ...filter, document, limit, offset });
    });
    return auditReply(context, page, found);
  },
});

function auditReply(context: RequestContext, page: Page, found: AuditPage): RouteReply {
  const { entries, total } = found;
  const { repositoryName: repository } = context.services.repository;
  if (asksForCsv(context)) {
    const { fetch } = context.wire;
    const options = { repository, columns: fetch('logEntry') };
    const headers = { 'Content-Type': 'text/csv;charset=UTF-8' };
    return { status: 200, headers, text: writeLogEntriesCsv(entries, options) };
  }
  const facts = {
    resultsCount: total ?? -2,
    pageSize: page.size,
    maxPageSize: limits.pageSizeMax,
    resultsCountLimit: limits.countDefault,
    currentPageSize: entries.length,
    offset: page.offset,
  };
  return jsonReply(200, writeLogEntries(facts, entries, repository));
}

function asksForCsv({ headers }: RequestContext): boolean {
  const types = (headers.accept ?? '').split(',').map((type) => type.split(';')[0]?.trim());
  return types.includes('text/csv');
}

function readFilter(query: URLSearchParams) {
  return {
    eventIds: namesOf(query, 'eventId'),
    categories: namesOf(query, 'category'),
    principalNames: namesOf(query, 'principalName'),
    fromMs: instantOf(query, 'startEventDate'),
    toMs: endOf(query, 'endEventDate'),
    sort: readSort(query),
  };
}

function namesOf(query: URLSearchParams, name: string): readonly string[] {
  return query.getAll(name).filter((value) => value !== '');
}

function instantOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const instant = parseTimestamp(text);
  if (instant !== undefined) return instant;
  throw new AppError(
    'request.invalid',
    `${name}: ${text} is no date; send 2024-05-01 or 2024-05-01T10:00:00Z`,
  );
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A day without a time includes the whole day. */
function endOf(query: URLSearchParams, name: string): number | undefined {
  const instant = instantOf(query, name);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '');
  return instant !== undefined && isDay ? instant + dayMs - 1 : instant;
}

/** `sortBy=category,eventDate&sortOrder=asc,desc`; ascending by default. */
function readSort(query: URLSearchParams): AuditSort[] {
  const orders = listOf(query, 'sortOrder').map((order) => order.toLowerCase());
  return listOf(query, 'sortBy').map((name, index) => {
    const by = auditColumn(name);
    const order = orders[index] ?? orders[0] ?? 'asc';
    if (order === 'asc' || order === 'desc') return { by, order };
    throw new AppError('request.invalid', `sortOrder: ${order} is not one of asc, desc`);
  });
}

function listOf(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
