import { AppError } from '../../base/errors/app-error.ts';
import { iconOfType } from '../../content/type-icons.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { notBuilt } from '../../model/unbuilt.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { findRendition } from '../../repository/renditions/find-rendition.ts';
import {
  hasMediaValues,
  hasViews,
  type MediaContent,
  mediaContentOf,
} from '../../repository/renditions/media-content.ts';
import { isMediaRequested, requestMedia } from '../../repository/renditions/media-work.ts';
import { requestRenditions } from '../../repository/renditions/request-renditions.ts';
import {
  contentThumbnail,
  type ThumbnailSource,
  thumbnailSource,
  thumbnailView,
} from '../../repository/renditions/thumbnail-source.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import { blobReply, contentParameters } from '../replies/blob-reply.ts';
import { type IconFamily, iconFamily } from '../replies/icon-artwork.ts';
import { iconReply } from '../replies/icon-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { contentResponses } from '../responses.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

/** Of the API, and not made by this server yet. */
const otherRenditions = new Set([
  'FullHD',
  'MP4 480p',
  'Medium',
  'Ogg 480p',
  'OriginalJpeg',
  'Small',
  'Thumbnail',
  'WebM 480p',
  'containerDefaultRendition',
  'imageToPDF',
  'mainBlob',
  'pdf',
  'xmlExport',
  'zipExport',
  'zipTreeExport',
]);

/** Asked for again with each use, as the thumbnail may be there by then. */
const noCache = 'private, max-age=0, no-cache';

interface FoundThumbnail {
  readonly document: Document;
  readonly blob: BlobValue | undefined;
  /** What was not requested yet, as the file is older than the making of thumbnails. */
  readonly missing: { readonly source?: ThumbnailSource; readonly media?: MediaContent };
}

async function findThumbnail(
  context: RequestContext,
  { address }: AdapterTarget,
): Promise<FoundThumbnail> {
  return context.read(async (unit) => {
    const document = await getAddressed(unit, address);
    const own = document.properties['thumb:thumbnail'];
    const present = isBlobValue(own) ? own : thumbnailView(document);
    if (present) return { document, blob: present, missing: {} };
    const source = contentThumbnail(document);
    const found = source && (await findRendition(unit.handle, source));
    const missing = found?.result ? {} : await missingOf(unit, document, found !== undefined);
    return { document, blob: found?.result, missing };
  });
}

async function missingOf({ handle }: ReadUnit, document: Document, isRequested: boolean) {
  const media = mediaContentOf(document);
  if (media && hasViews(media.kind)) {
    // A video may have been read without finding a picture in it.
    const isDone = hasMediaValues(document, media.kind);
    return isDone || (await isMediaRequested(handle, document.id)) ? {} : { media };
  }
  const source = thumbnailSource(document);
  return source && !isRequested ? { source } : {};
}

async function thumbnail(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const { document, blob, missing } = await findThumbnail(context, target);
  if (blob) return blobReply(context, { blob, lastModifiedMs: null, isAudited: false });
  if (context.method === 'GET') await request(context, document, missing);
  return iconReply(context, familyOf(document), noCache);
}

async function request(
  context: RequestContext,
  { id: documentId }: Document,
  { source, media }: FoundThumbnail['missing'],
): Promise<void> {
  if (source) await context.write(({ handle }) => requestRenditions(handle, [source]));
  if (!media) return;
  const requested = [{ documentId, ...media }];
  await context.write(({ handle }) => requestMedia(handle, requested, { isOnlyNew: true }));
}

function familyOf(document: Document): IconFamily {
  const blob = document.properties[mainBlobXpath];
  if (isBlobValue(blob)) return iconFamily(iconOfType(blob.mimeType)) ?? 'application';
  if (isFolderish(document)) return 'folder';
  return document.shape.properties.has('note:note') ? 'note' : 'application';
}

/** @throws AppError resource.not-found, server.not-implemented */
async function rendition(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const name = target.args.join('/');
  if (name === 'thumbnail') return thumbnail(context, target);
  if (otherRenditions.has(name)) throw notBuilt(`The rendition ${name}`);
  await context.read((unit) => getAddressed(unit, target.address));
  throw new AppError('resource.not-found', `No rendition is named ${name.slice(0, 200)}`);
}

export const renditionAdapter = defineAdapter({
  name: 'rendition',
  method: 'GET',
  summary:
    'What is made of the document; of the thumbnail the icon of its type while there is none',
  argsPattern: '/:name',
  parameters: contentParameters,
  responses: { ...contentResponses, 404: 'no such rendition', 501: 'not made yet' },
  handle: rendition,
});
