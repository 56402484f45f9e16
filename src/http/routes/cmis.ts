import { distributionVersion } from '../../entities/capabilities-entity.ts';
import { getUncheckedDocument } from '../../repository/documents/documents.ts';
import { defineRoute, jsonReply } from '../route.ts';
import { defaultRepository } from '../url.ts';

/** Existing clients read the server's version here when they connect; nothing else is offered. */
export const cmisRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/json/cmis',
  access: 'authenticated',
  summary: 'Repository facts that clients read on connect',
  body: 'none',
  responses: { 200: 'object keyed by repository name with productVersion' },
  async handle(context) {
    const { baseUrl } = context;
    const root = await context.read((unit) => getUncheckedDocument(unit, { path: '/' }));
    return jsonReply(200, {
      [defaultRepository]: {
        repositoryId: defaultRepository,
        productName: 'Cartulary',
        productVersion: distributionVersion,
        vendorName: 'Cartulary',
        cmisVersionSupported: '1.1',
        rootFolderId: root.id,
        repositoryUrl: `${baseUrl}json/cmis/${defaultRepository}`,
        rootFolderUrl: `${baseUrl}json/cmis/${defaultRepository}/root`,
        capabilities: {},
      },
    });
  },
});
