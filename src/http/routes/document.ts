import { AppError } from '../../base/errors/app-error.ts';
import { documentSchema } from '../../entities/document-entity.ts';
import { oneOf } from '../../entities/json-schema.ts';
import type { Document } from '../../model/document.ts';
import type { VersionIncrement } from '../../model/version-numbers.ts';
import { hasPermission, requirePermission } from '../../repository/access/permissions.ts';
import { noteNew } from '../../repository/documents/row-flags.ts';
import { createDocument } from '../../repository/editing/create-document.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { type DocumentUpdate, updateDocument } from '../../repository/editing/update-document.ts';
import { saveAndCheckIn } from '../../repository/editing/versioned-save.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { findLastVersion } from '../../repository/versions/version-history.ts';
import { changesStore, dispatchAdapter } from '../adapters/dispatch.ts';
import { emptyWithDefault, templateParameters } from '../adapters/empty-with-default.ts';
import { inHeader } from '../parameters.ts';
import { completeChanged, documentReply } from '../replies/document-reply.ts';
import { shownReply } from '../replies/shown-reply.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from '../requests/body.ts';
import {
  type DocumentAddress,
  getAddressed,
  getAddressedId,
  getShownAddressed,
  getUncheckedAddressed,
  parseDocumentAddress,
} from '../requests/document-address.ts';
import { keepBatchParameter, readDocumentInput } from '../requests/document-input.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { empty, json, violations } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  type Method,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

async function read(context: RequestContext, address: DocumentAddress): Promise<RouteReply> {
  const document = await context.read((unit) => getShownAddressed(unit, address));
  return shownReply(context, document);
}

async function readEntity(context: RequestContext): Promise<Record<string, unknown>> {
  const body = await readJsonBody(context, jsonRulesOf(context.services.config));
  return requireEntity(body, 'document');
}

async function create(context: RequestContext, address: DocumentAddress): Promise<RouteReply> {
  await requireAddChildren(context, address);
  const body = await readEntity(context);
  const { name, type } = nameAndType(body);
  const shape = context.services.repository.model.shapeOf(type);
  const input = await readDocumentInput(context, { json: body.properties, shape });
  const work = async (unit: WriteUnit): Promise<Document> => {
    // Before the parent is read, so that it is read once.
    await unit.handle.lockTree('shared');
    const parent = await getUncheckedAddressed(unit, address);
    const made = await createDocument(unit, { parent, name, type, properties: input.values });
    noteNew(made);
    await completeChanged(context, unit, made);
    return made;
  };
  const created = await input.write(work, { sharesCommit: true });
  return documentReply(context, 201, created);
}

/**
 * Before the body is read, which may be large: callers who may not add children are refused at
 * once. Checked again when the document is created; administrators may do everything.
 */
async function requireAddChildren(
  context: RequestContext,
  address: DocumentAddress,
): Promise<void> {
  if (context.principal.isAdministrator) return;
  await context.read(async (unit) => {
    const document = await getUncheckedAddressed(unit, address);
    await requirePermission(unit, { document, permission: 'AddChildren' });
  });
}

/** A `uid` in the body is ignored: the server generates a new one. */
function nameAndType({ name, type }: Record<string, unknown>): { name: string; type: string } {
  if (isText(name) && isText(type)) return { name, type };
  throw new AppError('request.invalid', 'type or name property is missing');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

async function update(context: RequestContext, address: DocumentAddress): Promise<RouteReply> {
  const present = await context.read(async (unit) => {
    const document = await getAddressed(unit, address);
    // Before the body is read, which may be large; checked again with the change.
    await requirePermission(unit, { document, permission: 'WriteProperties' });
    return document;
  });
  const body = await readEntity(context);
  if (isText(body.type)) context.services.repository.model.getType(body.type);
  const increment = versioningOption(context);
  const input = await readDocumentInput(context, { json: body.properties, shape: present.shape });
  const change = {
    id: present.id,
    properties: input.values,
    changeToken: isText(body.uid) && isText(body.changeToken) ? body.changeToken : null,
    comment: updateComment(context),
  };
  const answer = await input.write(async (unit) => {
    const changed = await store(context, unit, { change, increment });
    await completeChanged(context, unit, changed);
    return changed;
  });
  return documentReply(context, 200, answer);
}

/** Returns the document that the response shows. */
async function store(
  context: RequestContext,
  unit: WriteUnit,
  { change, increment }: { change: DocumentUpdate; increment: VersionIncrement | undefined },
): Promise<Document> {
  if (increment) return saveAndCheckIn(unit, { update: change, by: increment });
  const saved = await updateDocument(unit, change);
  if (context.headers.source === undefined) return saved;
  const last = await findLastVersion(unit, saved.seriesId);
  // Callers who see the document through a proxy may not be allowed to see its versions.
  const isShown = last && (await hasPermission(unit, { document: last, permission: 'Read' }));
  return isShown ? last : saved;
}

function updateComment({ headers }: RequestContext): string | null {
  const comment = headers['update-comment'];
  return typeof comment === 'string' && comment !== '' ? comment : null;
}

function versioningOption(context: RequestContext): VersionIncrement | undefined {
  const header = context.headers['x-versioning-option'];
  if (header === undefined || header === '') return undefined;
  const option = String(header).toUpperCase();
  if (option === 'MAJOR' || option === 'MINOR') return option;
  if (option === 'NONE') return undefined;
  throw new AppError(
    'request.invalid',
    `X-Versioning-Option: ${String(header)}; send MAJOR, MINOR or NONE`,
  );
}

async function remove(context: RequestContext, address: DocumentAddress): Promise<RouteReply> {
  await context.write(async (unit) => removeDocument(unit, await getAddressedId(unit, address)));
  return emptyReply();
}

const handlers: Readonly<
  Record<Method, (context: RequestContext, address: DocumentAddress) => Promise<RouteReply>>
> = { GET: read, POST: create, PUT: update, DELETE: remove };

async function handle(context: RequestContext): Promise<RouteReply> {
  const address = parseDocumentAddress(context);
  if (address.adapter) return dispatchAdapter(context, address, address.adapter);
  return handlers[context.method === 'HEAD' ? 'GET' : context.method](context, address);
}

const facts: Readonly<
  Record<Method, Pick<RouteDefinition, 'summary' | 'parameters' | 'responses'>>
> = {
  GET: {
    summary: 'Read a document',
    parameters: documentParameters,
    responses: {
      200: json('the document', documentSchema),
      403: 'no permission to read',
      404: 'no such document',
    },
  },
  POST: {
    summary: 'Create a document below this one',
    parameters: [keepBatchParameter, ...documentParameters],
    responses: {
      201: json('the created document', documentSchema),
      400: 'name or type missing, unknown type, bad property',
      403: 'no permission to add children',
      404: 'no such parent',
      409: 'the name is taken by a document that cannot make room',
      422: violations,
    },
  },
  PUT: {
    summary: 'Change properties of a document',
    parameters: [
      inHeader('Update-Comment', 'what the change is about, for the audit and the version'),
      inHeader('X-Versioning-Option', 'makes a version', oneOf('MAJOR', 'MINOR', 'NONE')),
      inHeader('Source', 'present: the last version is returned, if there is one'),
      keepBatchParameter,
      ...documentParameters,
    ],
    responses: {
      200: json('the updated document', documentSchema),
      400: 'bad property',
      403: 'no permission to write, or locked',
      404: 'no such document',
      409: 'stale change token',
      422: violations,
    },
  },
  DELETE: {
    summary: 'Remove a document for good',
    responses: {
      204: empty('removed'),
      403: 'no permission',
      404: 'no such document',
      409: 'still needed',
    },
  },
};

/** The body is a stream because an adapter behind the same pattern may take a file. */
function routesAt(path: string): RouteDefinition[] {
  return (Object.keys(facts) as Method[]).map((method) =>
    defineRoute({
      method,
      root: 'api',
      path,
      access: 'authenticated',
      writes: changesStore,
      body: method === 'POST' || method === 'PUT' ? 'stream' : 'none',
      ...(method === 'POST' || method === 'PUT' ? { bodyEntity: 'document' } : {}),
      ...facts[method],
      handle,
    }),
  );
}

const templateRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/@emptyWithDefault',
  access: 'authenticated',
  summary: 'A new document with default values, not stored and without parent',
  body: 'none',
  parameters: templateParameters,
  responses: { 200: json('the document', documentSchema), 400: 'type missing or unknown' },
  handle: (context) => emptyWithDefault(context, undefined),
});

export const documentRoutes: readonly RouteDefinition[] = [
  templateRoute,
  ...routesAt('/id/:id'),
  ...routesAt('/id/:id/*'),
  ...routesAt('/path/*'),
];
