import { limits } from '../../base/limits.ts';
import { documentPageSchema } from '../../entities/documents-entity.ts';
import { isFolderish } from '../../model/document.ts';
import { parentPath } from '../../model/document-path.ts';
import type { SortInfo } from '../../repository/search/definition.ts';
import { literal } from '../../repository/search/predicates.ts';
import type { DocumentsPage } from '../../repository/search/run-provider.ts';
import type { Listing } from '../../repository/unit/unit.ts';
import { inQuery } from '../parameters.ts';
import { requestedListing } from '../replies/document-reply.ts';
import { findByQuery, pageList, pageReply } from '../replies/search-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { parseSearchRequest, searchParameters } from '../requests/search-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import type { RequestContext } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

export const searchAdapter = defineAdapter({
  name: 'search',
  method: 'GET',
  summary: 'Runs a query, or looks for words below the folder of the document',
  argsPattern: '',
  parameters: [
    inQuery('fullText', 'words to look for, when there is no query'),
    inQuery('orderBy', 'as in a query, when there is no sortBy'),
    ...searchParameters,
    ...documentParameters,
  ],
  responses: {
    200: json('a page of documents', documentPageSchema),
    400: 'the query or a parameter is not well formed',
    404: 'no such document',
  },
  handle: async (context, target) =>
    pageReply(context, await readPage(context, target, requestedListing(context))),
  resource: async (context, target) => ({
    value: pageList(await readPage(context, target, null)),
  }),
});

async function readPage(
  context: RequestContext,
  { address }: AdapterTarget,
  listing: Listing | null,
): Promise<DocumentsPage> {
  const document = await context.read((unit) => getAddressed(unit, address));
  const asked = parseSearchRequest(context);
  const request = { ...asked, pageSize: asked.pageSize ?? limits.pageSizeDefault };
  const query = context.query.get('query')?.trim() ?? '';
  if (query !== '') return findByQuery(context, query, { request, listing });
  const path = document.path ?? '/';
  const folder = isFolderish(document) ? path : (parentPath(path) ?? path);
  const sort = request.sort.length > 0 ? request.sort : parseOrder(context.query.get('orderBy'));
  const text = belowFolder(folder, context.query.get('fullText')?.trim() ?? '');
  return findByQuery(context, text, {
    request: { ...request, positional: [], named: new Map(), sort },
    listing,
  });
}

function belowFolder(folder: string, words: string): string {
  const clauses = [
    ...(words === '' ? [] : [`ecm:fulltext = ${literal(words)}`]),
    'ecm:isVersion = 0',
    `ecm:path STARTSWITH ${literal(folder)}`,
  ];
  return `SELECT * FROM Document WHERE ${clauses.join(' AND ')}`;
}

/** `dc:title, dc:modified desc`, as in a query. */
function parseOrder(text: string | null): readonly SortInfo[] {
  return (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .map((key) => {
      const [, property = key, direction] = /^(.*?)\s+(asc|desc)$/i.exec(key) ?? [];
      return { property, isDescending: direction?.toLowerCase() === 'desc' };
    });
}
