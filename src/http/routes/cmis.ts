import { distributionVersion } from '../../entities/capabilities-entity.ts';
import { type JsonOf, mapOf, objectOf, text } from '../../entities/json-schema.ts';
import { getUncheckedDocument } from '../../repository/documents/documents.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';
import { defaultRepository } from '../url.ts';

const repositorySchema = objectOf({
  repositoryId: text,
  productName: text,
  productVersion: text,
  vendorName: text,
  cmisVersionSupported: text,
  rootFolderId: text,
  repositoryUrl: text,
  rootFolderUrl: text,
  capabilities: objectOf({}),
});

/** Existing clients read the server's version here when they connect; CMIS itself is not supported. */
export const cmisRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/json/cmis',
  access: 'authenticated',
  summary: 'Repository facts that clients read on connect',
  body: 'none',
  responses: { 200: json('the repositories by name', mapOf(repositorySchema)) },
  async handle(context) {
    const { baseUrl } = context;
    const root = await context.read((unit) => getUncheckedDocument(unit, { path: '/' }));
    const repository: JsonOf<typeof repositorySchema> = {
      repositoryId: defaultRepository,
      productName: 'Cartulary',
      productVersion: distributionVersion,
      vendorName: 'Cartulary',
      cmisVersionSupported: '1.1',
      rootFolderId: root.id,
      repositoryUrl: `${baseUrl}json/cmis/${defaultRepository}`,
      rootFolderUrl: `${baseUrl}json/cmis/${defaultRepository}/root`,
      capabilities: {},
    };
    return jsonReply(200, { [defaultRepository]: repository });
  },
});
