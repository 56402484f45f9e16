import type { Document } from '../../model/document.ts';
import type { BlobValue } from '../../model/value.ts';
import { findNamedResult } from '../../repository/renditions/find-rendition.ts';
import { noContent, pageReply } from '../previews/page-reply.ts';
import { pdfViewerPage } from '../previews/pdf-viewer-page.ts';
import { keptContent, noteContent, readerOf } from '../previews/preview-content.ts';
import { fragmentFrame, mediaPage } from '../previews/preview-page.ts';
import type { PreviewPart } from '../previews/preview-parts.ts';
import { isFragmentFile, neededPart, noCompanion } from '../previews/preview-plan.ts';
import {
  fileSource,
  isNote,
  mainSource,
  type PreviewedFile,
  type PreviewedNote,
  type PreviewSource,
} from '../previews/preview-source.ts';
import { viewerEdition } from '../previews/viewer-files.ts';
import { auditDownload, blobReply, contentParameters } from '../replies/blob-reply.ts';
import { getAddressed } from '../requests/document-address.ts';
import { contentResponses, empty } from '../responses.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { pathOf } from '../url.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';
import { isMainBlob, locatedBlob } from './blob.ts';

async function findSource(
  context: RequestContext,
  { address, before }: AdapterTarget,
): Promise<PreviewSource> {
  const document = await context.read((unit) => getAddressed(unit, address));
  const isMain = !before || (isMainBlob(before.args) && isNote(document));
  return isMain ? mainSource(document) : fileSource(document, locatedBlob(document, before.args));
}

/** Undefined when nothing has to be made of the file. */
async function madeOf(
  context: RequestContext,
  { blob }: PreviewedFile,
  part: PreviewPart | undefined,
): Promise<BlobValue | undefined> {
  if (!part) return undefined;
  const id = { blob, name: part.name };
  const kept = await context.read(({ handle }) => findNamedResult(handle, id));
  return kept ?? context.services.previews.partOf(blob, part, readerOf(context));
}

/** @throws AppError resource.not-found when there is no file, and when no preview can be made of it */
async function preview(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const name = target.args.join('/');
  const source = await findSource(context, target);
  if (name === '' && !pathOf(context.url).endsWith('/')) return toFolder(context);
  if (!('blob' in source)) return notePage(context, source, name);
  const made = await madeOf(context, source, neededPart(source, name));
  if (name !== '') return companionFile(context, source, { name, made });
  return isFragmentFile(source) && made
    ? fragmentPage(context, source, made)
    : elementPage(context, source);
}

/** Names of companion files are relative to the page. */
function toFolder({ url }: RequestContext): RouteReply {
  const query = url.slice(pathOf(url).length);
  return { status: 302, headers: { Location: `@preview/${query}` } };
}

async function notePage(
  context: RequestContext,
  note: PreviewedNote,
  name: string,
): Promise<RouteReply> {
  if (name !== '') throw noCompanion(name);
  const { document } = note;
  const frame = fragmentFrame(titleOf(document, null), { hasFiles: false });
  return audited(context, await pageReply(context, frame, noteContent(context, note)), {
    blob: document,
    place: { document, xpath: 'note:note' },
  });
}

async function fragmentPage(
  context: RequestContext,
  { document, xpath, blob, kind }: PreviewedFile,
  made: BlobValue,
): Promise<RouteReply> {
  const frame = fragmentFrame(titleOf(document, blob), { hasFiles: kind === 'mail' });
  return audited(context, await pageReply(context, frame, keptContent(context.services, made)), {
    blob,
    place: { document, xpath },
  });
}

/** The page has what is in the file, so it counts as a download of it. */
function audited(
  context: RequestContext,
  reply: RouteReply,
  download: Parameters<typeof auditDownload>[1],
): RouteReply {
  if (context.method === 'GET' && reply.status === 200) auditDownload(context, download);
  return reply;
}

/** A page whose only content is a companion file, which is audited itself. */
async function elementPage(
  context: RequestContext,
  { document, blob, kind }: PreviewedFile,
): Promise<RouteReply> {
  const title = titleOf(document, blob);
  if (kind === 'audio' || kind === 'video')
    return pageReply(context, mediaPage(kind, title), noContent);
  if (kind === 'picture' || kind === 'scan')
    return pageReply(context, mediaPage('picture', title), noContent);
  const viewer = `${context.publicAddress.contextPath}/viewer/${await viewerEdition()}/`;
  return pageReply(context, pdfViewerPage({ title, viewer }), noContent);
}

function companionFile(
  context: RequestContext,
  { document, xpath, blob }: PreviewedFile,
  { name, made }: { readonly name: string; readonly made: BlobValue | undefined },
): Promise<RouteReply> {
  return blobReply(context, {
    blob: made ?? blob,
    lastModifiedMs: null,
    place: { document, xpath },
    isInline: !name.startsWith('attachment-'),
  });
}

function titleOf({ name }: Document, blob: BlobValue | null): string {
  return blob?.name ?? name;
}

export const previewAdapter = defineAdapter({
  name: 'preview',
  method: 'GET',
  summary: 'A page for browsers that shows the main file or note, or the file before it',
  argsPattern: '/:file',
  isArgumentOptional: true,
  writes: true,
  follows: ['blob'],
  parameters: contentParameters,
  responses: {
    ...contentResponses,
    302: empty('to the same with a slash at the end'),
    404: 'no file there, or none that can be shown',
  },
  handle: preview,
});
