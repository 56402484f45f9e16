import { present as requirePresent } from '../../base/assert.ts';
import { mapInTurns } from '../../base/turns.ts';
import { documentListSchema, writeDocumentList } from '../../entities/documents-entity.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { documentNotFound, findDocument } from '../../repository/documents/documents.ts';
import {
  findDocumentsById,
  loadAcls,
  lockDocuments,
} from '../../repository/documents/find-many.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { updateDocument } from '../../repository/editing/update-document.ts';
import { type ReadUnit, showing } from '../../repository/unit/unit.ts';
import { requestedListing, writeFetchedEntries } from '../replies/document-reply.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from '../requests/body.ts';
import { readDocumentInput } from '../requests/document-input.ts';
import { parseDocumentSet } from '../requests/document-set.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { empty, json, violations } from '../responses.ts';
import { defineRoute, emptyReply, type RequestContext, type RouteReply } from '../route.ts';

const path = '/bulk;:ids';
const common = { root: 'api', path, access: 'authenticated' } as const;

/** @throws AppError document.not-found for the first that is missing, permission.denied */
async function getAll(
  unit: ReadUnit,
  ids: readonly string[],
  permission: 'Read' | 'WriteProperties',
): Promise<readonly Document[]> {
  const documents = await findDocumentsById(unit, ids);
  if (documents.length < ids.length) {
    const found = new Set<string>(documents.map(({ id }) => id));
    throw documentNotFound({ id: ids.find((id) => !found.has(id)) ?? '' });
  }
  await loadAcls(unit, documents);
  for (const document of documents) {
    await requirePermission(unit, { document, permission: 'Read' });
    if (permission !== 'Read') await requirePermission(unit, { document, permission });
  }
  return documents;
}

async function listReply(
  context: RequestContext,
  documents: readonly Document[],
): Promise<RouteReply> {
  const entries = await writeFetchedEntries(context, documents);
  return { status: 200, entity: writeDocumentList(entries), isLong: true };
}

async function read(context: RequestContext): Promise<RouteReply> {
  const ids = parseDocumentSet(context.url);
  const listing = requestedListing(context);
  return listReply(
    context,
    await context.read((unit) => getAll(showing(unit, listing), ids, 'Read')),
  );
}

/** Each document gets those of the properties that it has. */
async function update(context: RequestContext): Promise<RouteReply> {
  const ids = parseDocumentSet(context.url);
  const listing = requestedListing(context);
  const present = await context.read((unit) =>
    getAll(showing(unit, listing), ids, 'WriteProperties'),
  );
  const sent = await readJsonBody(context, jsonRulesOf(context.services.config));
  const { properties } = requireEntity(sent, 'document');
  const shape = shapeOfAll(present);
  const input = await readDocumentInput(context, { json: properties, shape });
  await input.write(async (unit) => {
    await lockDocuments(unit, ids);
    await mapInTurns(present, ({ id, shape: own }) => {
      const values = Object.entries(input.values).filter(([key]) => own.properties.has(key));
      const properties = Object.fromEntries(values);
      return updateDocument(unit, { id, properties, changeToken: null });
    });
  });
  const changed = await context.read((unit) => getAll(showing(unit, listing), ids, 'Read'));
  return listReply(context, changed);
}

/** With the properties of all of them: the name of a property means the same in each shape. */
function shapeOfAll(documents: readonly Document[]): DocumentShape {
  const shapes = [...new Set(documents.map(({ shape }) => shape))];
  const first = requirePresent(shapes[0], 'a set has a document');
  return { ...first, properties: new Map(shapes.flatMap((each) => [...each.properties])) };
}

/** All or none of them. One that was removed with another, which contained it, is done. */
async function remove(context: RequestContext): Promise<RouteReply> {
  const ids = parseDocumentSet(context.url);
  await context.write(async (unit) => {
    const documents = await getAll(unit, ids, 'Read');
    await mapInTurns(documents, async ({ id }) => {
      if (await findDocument(unit, { id })) await removeDocument(unit, id);
    });
  });
  return emptyReply(200);
}

const refusals = {
  400: 'no ids, too many, or another parameter',
  403: 'a permission is missing for one of them; none is changed',
  404: 'one does not exist; none is changed',
};

export const documentSetRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    summary: 'Read several documents',
    body: 'none',
    parameters: documentParameters,
    responses: {
      200: json('the documents in the order of the ids', documentListSchema),
      ...refusals,
    },
    handle: read,
  }),
  defineRoute({
    ...common,
    method: 'PUT',
    summary: 'Change properties of several documents in one transaction',
    body: 'stream',
    bodyEntity: 'document',
    parameters: documentParameters,
    responses: {
      200: json('the changed documents', documentListSchema),
      ...refusals,
      422: violations,
    },
    handle: update,
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    summary: 'Remove several documents for good in one transaction',
    body: 'none',
    responses: { 200: empty('removed'), ...refusals, 409: 'one is still needed' },
    handle: remove,
  }),
];
