import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { documentPageSchema } from '../../entities/documents-entity.ts';
import type { DocumentsPage } from '../../repository/search/run-provider.ts';
import type { Listing } from '../../repository/unit/unit.ts';
import { requestedListing } from '../replies/document-reply.ts';
import { findByProvider, pageList, pageReply } from '../replies/search-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { parseProviderRequest, providerParameters } from '../requests/search-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import type { RequestContext } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

export const ppAdapter = defineAdapter({
  name: 'pp',
  method: 'GET',
  summary: 'Runs a page provider with the id of the document as its first parameter',
  argsPattern: '/:provider',
  parameters: [...providerParameters, ...documentParameters],
  responses: {
    200: json('a page of documents', documentPageSchema),
    400: 'a parameter is not well formed',
    404: 'no such document or page provider',
  },
  handle: async (context, target) =>
    pageReply(context, await readPage(context, target, requestedListing(context))),
  resource: async (context, target) => ({
    value: pageList(await readPage(context, target, null)),
  }),
});

async function readPage(
  context: RequestContext,
  { address, args }: AdapterTarget,
  listing: Listing | null,
): Promise<DocumentsPage> {
  const [name, ...more] = args;
  if (name === undefined || more.length > 0) {
    throw new AppError('resource.not-found', 'Name one page provider after @pp/');
  }
  const document = await context.read((unit) => getAddressed(unit, address));
  const request = parseProviderRequest(context);
  return findByProvider(context, name, {
    request: {
      ...request,
      positional: [document.id, ...request.positional],
      pageSize: request.pageSize ?? limits.pageSizeDefault,
    },
    listing,
  });
}
