import { DocumentList } from '../../automation/values.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { documentPageSchema, type PageFacts, writePage } from '../../entities/documents-entity.ts';
import type { Document } from '../../model/document.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import {
  type ChildrenQuery,
  countChildren,
  listChildren,
} from '../../repository/documents/children.ts';
import type { SortInfo } from '../../repository/search/definition.ts';
import { emptyRequest, pairSort } from '../../repository/search/provider-request.ts';
import { runQuery } from '../../repository/search/run-provider.ts';
import { type Listing, type ReadUnit, showing } from '../../repository/unit/unit.ts';
import { inQuery } from '../parameters.ts';
import { requestedListing, writeFetchedEntries } from '../replies/document-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { type Page, pagingParameters, parsePage } from '../requests/paging.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import { jsonReply, type RequestContext } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

/** The orders of the folder's own lists; other orders need a query. */
const listOrders: ReadonlyMap<string, ChildrenQuery['sort']['by']> = new Map([
  ['dc:title', 'title'],
  ['dc:created', 'created'],
  ['dc:modified', 'modified'],
  ['ecm:name', 'name'],
  ['ecm:pos', 'position'],
]);

/** Names and directions are comma-separated lists; every direction but `asc` is descending. */
function parseSort(query: URLSearchParams): readonly SortInfo[] {
  const listOf = (name: string): readonly string[] => query.getAll(name).join(',').split(',');
  return pairSort(listOf('sortBy'), listOf('sortOrder'));
}

function listOrder([first, ...more]: readonly SortInfo[]): ChildrenQuery['sort'] | undefined {
  if (!first) return { by: 'title', order: 'asc' };
  const by = more.length === 0 ? listOrders.get(first.property) : undefined;
  return by && { by, order: first.isDescending ? 'desc' : 'asc' };
}

/** Counting stops at the page size: a total above one page is 'unknown' (-2). */
function resultsCount(total: number, { size }: Page): number {
  return total > size ? -2 : total;
}

export const childrenAdapter = defineAdapter({
  name: 'children',
  method: 'GET',
  summary: 'A page of the children the caller may browse',
  argsPattern: '',
  parameters: [
    inQuery('sortBy', 'names of properties, separated by commas'),
    inQuery('sortOrder', 'asc or desc for each of them, separated by commas'),
    ...pagingParameters,
    ...documentParameters,
  ],
  responses: {
    200: json('a page of children', documentPageSchema),
    400: 'bad paging, or nothing to sort by',
    404: 'no such document',
  },
  async handle(context, target) {
    const { entries, facts } = await readPage(context, target, requestedListing(context));
    return jsonReply(
      200,
      writePage('documents', facts, await writeFetchedEntries(context, entries)),
    );
  },
  async resource(context, target) {
    const { entries, facts } = await readPage(context, target, null);
    return { value: new DocumentList(entries, facts) };
  },
});

interface Found {
  readonly entries: readonly Document[];
  /** Up to the limit of counting. */
  readonly total: number;
}

async function readPage(
  context: RequestContext,
  { address }: AdapterTarget,
  listing: Listing | null,
): Promise<{ entries: readonly Document[]; facts: PageFacts }> {
  const page = parsePage(context.query);
  const keys = parseSort(context.query);
  const sort = listOrder(keys);
  const find = async (reading: ReadUnit): Promise<Found> => {
    const unit = showing(reading, listing);
    const parent = await getAddressed(unit, address);
    await requirePermission(unit, { document: parent, permission: 'ReadChildren' });
    return sort
      ? listPage(unit, { page, parentId: parent.id, sort })
      : queryPage(unit, { page, parentId: parent.id, sort: keys });
  };
  const { entries, total } = await (sort ? context.read(find) : context.readBounded(find));
  const facts = {
    resultsCount: resultsCount(total, page),
    pageSize: page.size,
    maxPageSize: limits.pageSizeMax,
    resultsCountLimit: page.size,
    currentPageSize: entries.length,
    offset: page.offset,
  };
  return { entries, facts };
}

interface Asked<Sort> {
  readonly parentId: DocumentId;
  readonly page: Page;
  readonly sort: Sort;
}

async function listPage(
  unit: ReadUnit,
  { parentId, page: { offset, size }, sort }: Asked<ChildrenQuery['sort']>,
): Promise<Found> {
  const query = { parentId, offset, limit: size, sort };
  const { entries, hasMore } = await listChildren(unit, query);
  if (offset === 0) return { entries, total: entries.length + (hasMore ? 1 : 0) };
  return { entries, total: await countChildren(unit, { parentId, limit: size + 1 }) };
}

/** The same children as in the lists. */
const childrenText = `SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 0
  AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0`;

async function queryPage(
  unit: ReadUnit,
  { parentId, page: { offset, size }, sort }: Asked<readonly SortInfo[]>,
): Promise<Found> {
  const request = {
    ...emptyRequest,
    positional: [parentId],
    sort,
    offset,
    pageSize: size,
    maxResults: size,
  };
  const { documents, page } = await runQuery(unit, { text: childrenText, request });
  return { entries: documents, total: page.resultsCount };
}
