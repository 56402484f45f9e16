import { isAppError } from '../../base/errors/app-error.ts';
import { defaultRepository } from '../../base/repository-name.ts';
import { distributionVersion } from '../../entities/capabilities-entity.ts';
import { type JsonOf, mapOf, objectOf, text } from '../../entities/json-schema.ts';
import { getUncheckedDocument } from '../../repository/documents/documents.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';
import type { RepositoryServices } from '../services.ts';

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

type RepositoryFacts = JsonOf<typeof repositorySchema>;

/** Existing clients read the server's version here when they connect; CMIS itself is not supported. */
export const cmisRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/json/cmis',
  access: 'authenticated',
  summary: 'Repository facts that clients read on connect',
  body: 'none',
  responses: { 200: json('the repositories by name', mapOf(repositorySchema)) },
  async handle({ services, baseUrl }) {
    const all = [...services.repositories.values()];
    const found = await Promise.all(all.map((each) => describe(each, baseUrl)));
    return jsonReply(200, Object.fromEntries(found.flatMap((entry) => (entry ? [entry] : []))));
  },
});

/** Undefined for a repository whose database is away: clients connect for the others, too. */
async function describe(
  { database, repository }: RepositoryServices,
  baseUrl: string,
): Promise<readonly [name: string, RepositoryFacts] | undefined> {
  const { repositoryName: name } = repository;
  try {
    const root = await database.read((handle) =>
      getUncheckedDocument(createSystemUnit(handle, repository), { path: '/' }),
    );
    const facts: RepositoryFacts = {
      repositoryId: name,
      productName: 'Cartulary',
      productVersion: distributionVersion,
      vendorName: 'Cartulary',
      cmisVersionSupported: '1.1',
      rootFolderId: root.id,
      repositoryUrl: `${baseUrl}json/cmis/${name}`,
      rootFolderUrl: `${baseUrl}json/cmis/${name}/root`,
      capabilities: {},
    };
    return [name, facts];
  } catch (error) {
    if (name !== defaultRepository && isAppError(error, 'store.unavailable')) return undefined;
    throw error;
  }
}
