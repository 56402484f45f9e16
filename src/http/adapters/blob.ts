import { noteBlobOf } from '../../automation/note-blob.ts';
import { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import { isMediaType } from '../../model/media-type.ts';
import {
  collectBlobs,
  getAtXpath,
  type LocatedBlob,
  setAtXpath,
} from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { findXpath, type Xpath } from '../../model/xpath.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { releaseLeases, stageWithLease } from '../../repository/attachments/blob-leases.ts';
import { documentBlob } from '../../repository/attachments/document-blob.ts';
import { withStoredType } from '../../repository/attachments/typed-blob.ts';
import { getDocumentForUpdate } from '../../repository/documents/documents.ts';
import { updateDocument } from '../../repository/editing/update-document.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { readFirstFilePart } from '../multipart/multipart-file.ts';
import {
  auditDownload,
  blobReply,
  contentParameters,
  encodedTypeOf,
} from '../replies/blob-reply.ts';
import { contentDisposition } from '../replies/content-disposition.ts';
import { fileFormContent } from '../request-content.ts';
import { getAddressed } from '../requests/document-address.ts';
import { contentResponses, empty, plainText, violations } from '../responses.ts';
import { emptyReply, type RequestContext, type RouteReply } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

const holder = /^blobholder:(0|[1-9]\d{0,5})$/;

/**
 * The place an `@blob` URL names. `blobholder:0` is the main blob, further indexes the others.
 *
 * @throws AppError resource.not-found
 */
function locate(document: Document, args: readonly string[]): Xpath {
  const text = args.length === 0 ? 'blobholder:0' : args.join('/');
  const index = holder.exec(text)?.[1];
  const wanted = index === undefined ? text : holderXpath(document, Number(index));
  const xpath = wanted === undefined ? undefined : findXpath(document.shape, wanted);
  if (xpath?.field.type !== 'blob')
    throw new AppError('resource.not-found', `Invalid xpath: ${text}`);
  return xpath;
}

function holderXpath(document: Document, index: number): string | undefined {
  const found = collectBlobs(document.properties)[index]?.xpath;
  return found ?? (index === 0 ? 'file:content' : undefined);
}

/** @throws AppError resource.not-found, blob.missing */
export function locatedBlob(document: Document, args: readonly string[]): LocatedBlob {
  const xpath = locate(document, args);
  const blob = getAtXpath(document.properties, xpath);
  if (isBlobValue(blob)) return { xpath: xpath.text, blob };
  throw new AppError('blob.missing', `No blob at ${args.join('/')} of ${document.path}`);
}

export function isMainBlob(args: readonly string[]): boolean {
  return args.length === 0 || args.join('/') === 'blobholder:0';
}

/** The main blob of a Note is its text. */
function noteReply(document: Document, args: readonly string[]): RouteReply | undefined {
  if (!isMainBlob(args) || !document.shape.properties.has('note:note')) return undefined;
  const { 'note:note': text, 'note:mime_type': mimeType } = document.properties;
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'utf8');
  const type = typeof mimeType === 'string' && isMediaType(mimeType) ? mimeType : 'text/plain';
  return {
    status: 200,
    headers: {
      'Content-Type': encodedTypeOf({ mimeType: type, encoding: 'UTF-8' }),
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition('attachment', document.name),
    },
    bytes,
  };
}

async function download(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const document = await context.read((unit) => getAddressed(unit, target.address));
  const note = noteReply(document, target.args);
  if (note) {
    const place = { document, xpath: 'note:note' };
    if (context.method === 'GET') auditDownload(context, { blob: document, place });
    return note;
  }
  const modified = document.properties['dc:modified'];
  const { xpath, blob } = locatedBlob(document, target.args);
  return blobReply(context, {
    blob,
    lastModifiedMs: typeof modified === 'number' ? modified : null,
    place: { document, xpath },
    isKept: true,
  });
}

async function replace(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const document = await context.read(async (unit) => {
    const addressed = await getAddressed(unit, target.address);
    // Before the content, which may be large, is stored; checked again with the change.
    await requirePermission(unit, {
      document: addressed,
      permission: 'WriteProperties',
    });
    return addressed;
  });
  const xpath = settableXpath(document, target.args, 'attach file into');
  const staged = await readFirstFilePart(context.stream, context.headers, (part) =>
    stageWithLease(context.services, part.stream, {
      name: part.filename,
      mimeType: part.mimeType,
      encoding: null,
      signal: context.signal,
    }),
  );
  if (!staged) throw new AppError('request.invalid', 'Could not find any uploaded file');
  const blob = documentBlob(await withStoredType(context.services, staged.blob));
  await context.write(async (unit) => {
    await store(unit, { document, xpath, blob });
    await releaseLeases(unit.handle, [staged.leaseId]);
  });
  return { status: 200, text: 'blob updated' };
}

/**
 * Sets the blob in the present state of the document, under its lock: another request may have
 * changed another item of the same list since it was read.
 */
async function store(
  unit: WriteUnit,
  { document, xpath, blob }: { document: Document; xpath: Xpath; blob: BlobValue | null },
): Promise<void> {
  const contentId = document.proxyTarget?.id ?? document.id;
  const present = await getDocumentForUpdate(unit, contentId);
  await updateDocument(unit, {
    id: document.id,
    properties: propertyWith(present, xpath, blob),
    changeToken: null,
  });
}

function settableXpath(document: Document, args: readonly string[], action: string): Xpath {
  try {
    return locate(document, args);
  } catch (cause) {
    throw new AppError('request.invalid', `Failed to ${action} property: ${args.join('/')}`, {
      cause,
    });
  }
}

/** The whole top-level property with the blob at the xpath. */
function propertyWith(document: Document, xpath: Xpath, blob: BlobValue | null) {
  const { key } = xpath.definition;
  return { [key]: setAtXpath(document.properties, xpath, blob)[key] ?? null };
}

async function remove(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  await context.write(async (unit) => {
    const document = await getAddressed(unit, target.address);
    const xpath = settableXpath(document, target.args, 'delete attached file into');
    await store(unit, { document, xpath, blob: null });
  });
  return emptyReply();
}

const argsPattern = '/:xpath';

export const blobAdapters = [
  defineAdapter({
    name: 'blob',
    method: 'GET',
    summary: 'Download a blob of the document',
    argsPattern,
    parameters: contentParameters,
    responses: { ...contentResponses, 404: 'no blob there' },
    handle: download,
    async resource(context, { address, args }) {
      const document = await context.read((unit) => getAddressed(unit, address));
      const note = isMainBlob(args) ? noteBlobOf(document) : null;
      if (note) return { value: note };
      const { xpath, blob } = locatedBlob(document, args);
      return { value: OperationBlob.stored(blob, { document, xpath }) };
    },
  }),
  defineAdapter({
    name: 'blob',
    method: 'PUT',
    summary: 'Replace a blob by the first file of a multipart form',
    argsPattern,
    bodyContent: fileFormContent,
    responses: {
      200: plainText('blob updated'),
      400: 'no file or wrong property',
      403: 'no permission',
      409: 'locked or changed meanwhile',
      422: violations,
    },
    handle: replace,
  }),
  defineAdapter({
    name: 'blob',
    method: 'DELETE',
    summary: 'Remove a blob from the document',
    argsPattern,
    responses: {
      204: empty('removed'),
      400: 'wrong property',
      403: 'no permission',
      409: 'locked',
      422: violations,
    },
    handle: remove,
  }),
];
