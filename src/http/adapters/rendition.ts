import { execute } from '../../automation/executor.ts';
import { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { getRenditionOf, isNote, type PlacedFile } from '../../content/renditions.ts';
import { iconOfType } from '../../content/type-icons.ts';
import { flag } from '../../entities/json-schema.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { findRendition } from '../../repository/renditions/find-rendition.ts';
import {
  findThumbnail,
  type MissingThumbnail,
} from '../../repository/renditions/find-thumbnail.ts';
import { requestMedia } from '../../repository/renditions/media-work.ts';
import { requestRenditions } from '../../repository/renditions/request-renditions.ts';
import { callerOf } from '../caller.ts';
import { inQuery } from '../parameters.ts';
import { awaitRendition, failedBefore } from '../replies/awaited-rendition.ts';
import { blobReply, contentParameters } from '../replies/blob-reply.ts';
import { type IconFamily, iconFamily } from '../replies/icon-artwork.ts';
import { iconReply } from '../replies/icon-reply.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { contentResponses } from '../responses.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { type AdapterResource, type AdapterTarget, defineAdapter } from './adapter.ts';

/** Asked for again with each use, as the thumbnail may be there by then. */
const noCache = 'private, max-age=0, no-cache';

async function thumbnail(context: RequestContext, document: Document): Promise<RouteReply> {
  const { blob, missing } = await context.read(({ handle }) => findThumbnail(handle, document));
  if (blob) return blobReply(context, { blob, lastModifiedMs: null, isAudited: false });
  if (context.method === 'GET') await request(context, missing);
  return iconReply(context, familyOf(document), noCache);
}

async function request(
  context: RequestContext,
  { source, media }: MissingThumbnail,
): Promise<void> {
  if (source) await context.write(({ handle }) => requestRenditions(handle, [source]));
  if (!media) return;
  await context.write(({ handle }) => requestMedia(handle, [media], { isOnlyNew: true }));
}

function familyOf(document: Document): IconFamily {
  const blob = document.properties[mainBlobXpath];
  if (isBlobValue(blob)) return iconFamily(iconOfType(blob.mimeType)) ?? 'application';
  if (isFolderish(document)) return 'folder';
  return isNote(document) ? 'note' : 'application';
}

/** @throws AppError resource.not-found; as the operation that makes it */
async function rendition(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const name = target.args.join('/');
  const document = await context.read((unit) => getAddressed(unit, target.address));
  if (getRenditionOf(document, name).storedIn === 'thumbnail') return thumbnail(context, document);
  const kept = await keptFile(context, document, name);
  if (!kept) return madeReply(context, document, name);
  return blobReply(context, {
    blob: kept.blob,
    lastModifiedMs: modifiedOf(document),
    place: { document, xpath: kept.xpath },
    rendition: name,
    isKept: true,
  });
}

/** The file of a rendition, for what follows its name. @throws as `rendition` */
async function renditionFile(
  context: RequestContext,
  { address, args }: AdapterTarget,
): Promise<AdapterResource> {
  const name = args.join('/');
  const document = await context.read((unit) => getAddressed(unit, address));
  if (getRenditionOf(document, name).storedIn === 'thumbnail') {
    const { blob } = await context.read(({ handle }) => findThumbnail(handle, document));
    return { value: blob ? OperationBlob.stored(blob) : null };
  }
  const kept = await keptFile(context, document, name);
  if (!kept) return makeFile(context, document, name);
  return { value: OperationBlob.stored(kept.blob, { document, xpath: kept.xpath }) };
}

/** What a property has, or a converter has made; undefined when an operation is to make it. */
async function keptFile(
  context: RequestContext,
  document: Document,
  name: string,
): Promise<PlacedFile | undefined> {
  const { stored, converter } = getRenditionOf(document, name);
  if (stored) return stored;
  const blob = converter && (await findConverted(context, { document, name, converter }));
  return blob ? { blob, xpath: mainBlobXpath } : undefined;
}

interface WantedConversion {
  readonly document: Document;
  readonly name: string;
  readonly converter: string;
}

/** Undefined when the request is to make it: the caller wants that, or there is no job or content for it. */
async function findConverted(
  context: RequestContext,
  { document, name, converter }: WantedConversion,
): Promise<BlobValue | undefined> {
  const blob = document.properties[mainBlobXpath];
  if (isNote(document) || !isBlobValue(blob)) return undefined;
  const source = { blob, name };
  const found = await context.read(({ handle }) => findRendition(handle, source));
  const isMadeHere =
    context.query.get('sync') === 'true' || context.services.config.conversionProcesses === 0;
  if (found?.result || isMadeHere) return found?.result;
  if (found?.failure !== undefined) throw failedBefore(found.failure);
  return awaitRendition(context, source, converter);
}

/** What an operation makes is held until the response is sent. */
async function madeReply(
  context: RequestContext,
  document: Document,
  name: string,
): Promise<RouteReply> {
  const { value: made, release } = await makeFile(context, document, name);
  try {
    return { ...(await renditionReply(context, { document, name, made })), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** @throws AppError resource.not-found when it is empty */
async function makeFile(
  context: RequestContext,
  document: Document,
  name: string,
): Promise<Required<AdapterResource<OperationBlob>>> {
  const { automation } = context.services;
  const { value, release } = await execute(automation, callerOf(context), {
    runnable: automation.registry.get('Document.GetRendition'),
    input: document,
    params: new Map([['renditionName', name]]),
    variables: new Map(),
  });
  if (value instanceof OperationBlob && value.name !== `${name}.null`) return { value, release };
  await release();
  throw new AppError('resource.not-found', `No Blob was found for rendition '${name}'`);
}

interface MadeRendition {
  readonly document: Document;
  readonly name: string;
  readonly made: OperationBlob;
}

function renditionReply(
  context: RequestContext,
  { document, name, made }: MadeRendition,
): Promise<RouteReply> {
  const { content, mimeType, encoding, name: filename } = made;
  // Small texts are sent as they are, such as those of notes.
  if (content instanceof Uint8Array) return valueReply(context, made);
  return blobReply(context, {
    blob: { ...content, mimeType, encoding },
    filename,
    lastModifiedMs: modifiedOf(document),
    place: made.place ?? { document, xpath: `@rendition/${name}` },
    rendition: name,
    isKept: made.place !== undefined,
    // The operation has recorded each file in it.
    isAudited: name !== 'containerDefaultRendition',
  });
}

function modifiedOf({ properties }: Document): number | null {
  const modified = properties['dc:modified'];
  return typeof modified === 'number' ? modified : null;
}

export const renditionAdapter = defineAdapter({
  name: 'rendition',
  method: 'GET',
  summary: 'A rendition of the document; of the thumbnail the icon of its type while there is none',
  argsPattern: '/:name',
  // Of thumbnails only the first request of one that is missing.
  writes: (rest) => rest !== 'thumbnail',
  parameters: [
    inQuery('sync', 'true: it is made with this request, which takes as long as that', flag),
    ...contentParameters,
  ],
  responses: {
    ...contentResponses,
    400: 'it cannot be made of the document',
    404: 'the document has no such rendition, or there is nothing in it',
    422: 'nothing could be made of the file',
    501: 'a program that makes it is missing on the server',
  },
  handle: rendition,
  resource: renditionFile,
});
