import { DocumentList } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { type PageFacts, writePage } from '../../entities/documents-entity.ts';
import type { Document } from '../../model/document.ts';
import { type ChildrenQuery, countChildren, listChildren } from '../../repository/children.ts';
import { requirePermission } from '../../repository/permissions.ts';
import { getAddressed } from '../document-address.ts';
import { sessionOf, writeFetchedEntries } from '../document-reply.ts';
import { type Page, parsePage } from '../paging.ts';
import { jsonReply, type RequestContext } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

const sortNames: Readonly<Record<string, ChildrenQuery['sort']['by']>> = {
  'dc:title': 'title',
  'dc:created': 'created',
  'dc:modified': 'modified',
  'ecm:name': 'name',
};

function parseSort(query: URLSearchParams): ChildrenQuery['sort'] {
  const name = query.get('sortBy');
  if (name === null || name === '') return { by: 'title', order: 'asc' };
  const by = Object.hasOwn(sortNames, name) ? sortNames[name] : undefined;
  if (by === undefined) {
    const known = Object.keys(sortNames).join(', ');
    throw new AppError('request.invalid', `sortBy: ${name} is not one of ${known}`);
  }
  return { by, order: query.get('sortOrder')?.toLowerCase() === 'asc' ? 'asc' : 'desc' };
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
  responses: { 200: 'documents entity with paging', 400: 'bad paging', 404: 'no such document' },
  async handle(context, target) {
    const { entries, facts } = await readPage(context, target);
    return jsonReply(
      200,
      writePage('documents', facts, await writeFetchedEntries(context, entries)),
    );
  },
  async resource(context, target) {
    const { entries, facts } = await readPage(context, target);
    return new DocumentList(entries, facts);
  },
});

async function readPage(
  context: RequestContext,
  { address }: AdapterTarget,
): Promise<{ entries: readonly Document[]; facts: PageFacts }> {
  const session = sessionOf(context);
  const page = parsePage(context.query);
  const sort = parseSort(context.query);
  const { entries, total } = await context.read(async (handle) => {
    const parent = await getAddressed(handle, session, address);
    await requirePermission(handle, session, { document: parent, permission: 'ReadChildren' });
    const query = { parentId: parent.id, offset: page.offset, limit: page.size, sort };
    const { entries, hasMore } = await listChildren(handle, session, query);
    const isFirst = page.offset === 0;
    const counted = isFirst
      ? entries.length + (hasMore ? 1 : 0)
      : await countChildren(handle, session, { parentId: parent.id, limit: page.size + 1 });
    return { entries, total: counted };
  });
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
