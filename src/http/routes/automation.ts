import { describeExposed, describeRunnable } from '../../automation/describe.ts';
import { BlobList, OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { stringifyJson } from '../../base/json.ts';
import { flag } from '../../entities/json-schema.ts';
import {
  operationSchema,
  registrySchema,
  writeOperation,
  writeRegistry,
} from '../../entities/operation-entity.ts';
import { getAtXpath } from '../../model/property-access.ts';
import { isBlobValue, isComplexValue, type PropertyValue } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { callOperation, callParameters, callResponses, getExposed } from '../operation-call.ts';
import { inQuery } from '../parameters.ts';
import { blobReply, contentParameters } from '../replies/blob-reply.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { callContent } from '../request-content.ts';
import { content, contentResponses, either, json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import type { Services } from '../services.ts';
import { pathOf } from '../url.ts';

const registryType = 'application/json+nxautomation';

const pretty = inQuery('pretty', 'true: indented', flag);

/** Cached: the registry does not change while the server runs, and is large. */
const registryTexts = new WeakMap<Services['automation'], string>();

function registryText({ automation }: Services): string {
  let text = registryTexts.get(automation);
  if (text === undefined) {
    const { operations, chains } = describeExposed(automation);
    text = stringifyJson(writeRegistry(operations, chains));
    registryTexts.set(automation, text);
  }
  return text;
}

function textReply(context: RequestContext, text: string, type: string): RouteReply {
  const isPretty = context.query.get('pretty') === 'true';
  return {
    status: 200,
    headers: { 'Content-Type': type },
    text: isPretty ? JSON.stringify(JSON.parse(text), null, 2) : text,
  };
}

const registryRoute = defineRoute({
  method: 'GET',
  root: 'automation',
  path: '',
  access: 'public',
  summary: 'The operation registry',
  body: 'none',
  parameters: [pretty],
  responses: {
    200: either('every operation and chain that can be called', json('', registrySchema), {
      description: '',
      content: { [registryType]: registrySchema },
    }),
  },
  async handle(context) {
    const accept = context.headers.accept ?? '';
    const type = accept.includes(registryType) ? registryType : 'application/json';
    return textReply(context, registryText(context.services), type);
  },
});

const descriptorRoute = defineRoute({
  method: 'GET',
  root: 'automation',
  path: '/:operation',
  access: 'authenticated',
  summary: 'The description of one operation or chain',
  body: 'none',
  parameters: [pretty],
  responses: { 200: json('the description', operationSchema), 404: 'no such operation' },
  async handle(context) {
    const runnable = getExposed(context, context.params.operation ?? '');
    const { registry } = context.services.automation;
    const entity = writeOperation(describeRunnable(registry, runnable));
    if (context.query.get('pretty') !== 'true') return jsonReply(200, entity);
    return textReply(context, stringifyJson(entity), 'application/json');
  },
});

/** JSON is YAML as well, of version 1.2. */
const yamlRoute = defineRoute({
  method: 'GET',
  root: 'automation',
  path: '/:operation/yaml',
  access: 'authenticated',
  summary: 'The description of one operation or chain as YAML',
  body: 'none',
  responses: { 200: content('the description', 'application/yaml'), 404: 'no such operation' },
  async handle(context) {
    const runnable = getExposed(context, context.params.operation ?? '');
    const { registry } = context.services.automation;
    const text = JSON.stringify(writeOperation(describeRunnable(registry, runnable)), null, 2);
    return { status: 200, headers: { 'Content-Type': 'application/yaml' }, text: `${text}\n` };
  },
});

function isReading({ automation }: Services, name: string): boolean {
  const runnable = automation.registry.find(name);
  return runnable?.kind === 'operation' && runnable.operation.readsOnly === true;
}

/** The last segment; a name that is written otherwise is none of these operations. */
function nameIn(url: string): string {
  const path = pathOf(url);
  return path.slice(path.lastIndexOf('/') + 1);
}

const executeRoute = defineRoute({
  method: 'POST',
  root: 'automation',
  path: '/:operation',
  access: 'authenticated',
  writes: ({ url, services }) => !isReading(services, nameIn(url)),
  summary: 'Runs an operation or chain in one transaction',
  body: 'stream',
  bodyContent: callContent,
  parameters: callParameters,
  responses: callResponses,
  handle: (context) => callOperation(context, context.params.operation ?? ''),
});

/** Contract: the blobs of documents are at addresses relative to the automation service. */
const filesRoute = defineRoute({
  method: 'GET',
  root: 'automation',
  path: '/files/:id',
  described: { below: '/api/v1/automation' },
  access: 'authenticated',
  summary: 'The blob or blobs at an xpath of a document',
  body: 'none',
  parameters: [inQuery('path', 'the xpath of the blob or blobs'), ...contentParameters],
  responses: {
    ...contentResponses,
    403: 'no permission to read the document',
    404: 'no such document, or no blob at the path',
  },
  async handle(context) {
    const id = context.params.id ?? '';
    const document = await context.read((unit) => getDocument(unit, { id }));
    const xpath = findXpath(document.shape, context.query.get('path') ?? '');
    const value = xpath && getAtXpath(document.properties, xpath);
    if (isBlobValue(value)) {
      const modified = document.properties['dc:modified'];
      const lastModifiedMs = typeof modified === 'number' ? modified : null;
      return blobReply(context, {
        blob: value,
        lastModifiedMs,
        place: { document, xpath: xpath?.text ?? '' },
        isKept: true,
      });
    }
    const blobs = Array.isArray(value) ? value.flatMap(blobsIn) : [];
    if (blobs.length > 0) return valueReply(context, new BlobList(blobs));
    throw new AppError('blob.missing', 'path: there is no blob at that xpath of the document');
  },
});

/** Lists contain blobs, or complex items with one in a field. */
function blobsIn(item: PropertyValue): readonly OperationBlob[] {
  if (isBlobValue(item)) return [OperationBlob.stored(item)];
  return isComplexValue(item) ? Object.values(item).flatMap(blobsIn) : [];
}

export const automationRoutes = [
  registryRoute,
  descriptorRoute,
  yamlRoute,
  executeRoute,
  filesRoute,
];
