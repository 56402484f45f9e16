import { isAppError } from '../../base/errors/app-error.ts';
import { blobPath } from '../../entities/blob-url.ts';
import { changeTokenOf, type Document } from '../../model/document.ts';
import { collectBlobs, getAtXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { blobReply, contentParameters } from '../replies/blob-reply.ts';
import { contentResponses, plainText } from '../responses.ts';
import {
  defineRoute,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';
import { pathOf } from '../url.ts';

interface FileUrl {
  readonly repository: string;
  readonly documentId: string;
  /** The xpath, and perhaps a file name after it. */
  readonly rest: readonly string[];
}

interface FoundFile {
  readonly document: Document;
  readonly xpath: string;
  readonly blob: BlobValue;
  readonly filename: string | null;
}

/** Errors of these URLs are plain text: people meet them in a browser. */
function notFound(text: string): RouteReply {
  return { status: 404, text };
}

/**
 * From the URL as sent: a segment may hold an escaped slash here (in a file name), and a semicolon
 * stands for the colon of a prefix, both of which the router's own parameters would lose.
 */
function parseFileUrl(context: RequestContext, service: string): FileUrl | undefined {
  const prefix = `${context.services.config.contextPath}/${service}/`;
  const path = pathOf(context.url).slice(prefix.length);
  try {
    const [repository = '', documentId = '', ...rest] = path.split('/').map(decodeURIComponent);
    if (repository === '' || documentId === '') return undefined;
    return { repository, documentId, rest: rest.at(-1) === '' ? rest.slice(0, -1) : rest };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Undefined also when the caller may not read it: it is not distinguished from a missing one. */
async function findReadable(context: RequestContext, url: FileUrl): Promise<Document | undefined> {
  if (url.repository !== context.services.repository.repositoryName) return undefined;
  try {
    return await context.read((unit) => getDocument(unit, { id: url.documentId }));
  } catch (error) {
    if (isAppError(error, 'document.not-found') || isAppError(error, 'permission.denied')) {
      return undefined;
    }
    throw error;
  }
}

function findFile(document: Document, rest: readonly string[]): FoundFile | undefined {
  const whole = rest.join('/');
  const withoutName = rest.slice(0, -1).join('/');
  const found = findBlob(document, whole);
  if (found) return { document, ...found, filename: null };
  const named = withoutName === '' ? undefined : findBlob(document, withoutName);
  return named && { document, ...named, filename: rest.at(-1) ?? null };
}

const holder = /^blobholder[:;](0|[1-9]\d{0,5})$/;

/** Without an xpath, the main blob. */
function findBlob(
  document: Document,
  text: string,
): { readonly xpath: string; readonly blob: BlobValue } | undefined {
  const index = text === '' ? '0' : holder.exec(text)?.[1];
  if (index !== undefined) return collectBlobs(document.properties)[Number(index)];
  const first = text.split('/', 1)[0] ?? '';
  if (!/[:;]/.test(first)) return undefined;
  const xpath = findXpath(document.shape, text, { allowSemicolon: true });
  const value = xpath && getAtXpath(document.properties, xpath);
  return xpath && isBlobValue(value) ? { xpath: xpath.text, blob: value } : undefined;
}

function withFile(
  service: string,
  answer: (context: RequestContext, file: FoundFile) => Promise<RouteReply>,
): RouteDefinition['handle'] {
  return async (context) => {
    const url = parseFileUrl(context, service);
    if (!url) return notFound('Invalid URL syntax');
    const document = await findReadable(context, url);
    if (!document) return notFound('No document found');
    const file = findFile(document, url.rest);
    return file ? answer(context, file) : notFound('No blob found');
  };
}

async function download(context: RequestContext, file: FoundFile): Promise<RouteReply> {
  const modified = file.document.properties['dc:modified'];
  return blobReply(context, {
    blob: file.blob,
    lastModifiedMs: typeof modified === 'number' ? modified : null,
    filename: file.blob.name ?? file.filename,
    place: file,
    isKept: true,
  });
}

/** `<mime type>:<form-encoded file name>:<absolute download URL>`. */
async function describe(context: RequestContext, file: FoundFile): Promise<RouteReply> {
  const { blob, document, xpath } = file;
  const name = blob.name ?? file.filename;
  const urls = {
    baseUrl: context.baseUrl,
    repository: context.services.repository.repositoryName,
    documentId: document.id,
    changeToken: changeTokenOf(document),
  };
  const form = encodeURIComponent((name ?? 'file').toWellFormed()).replaceAll('%20', '+');
  const url = context.baseUrl + blobPath(urls, xpath, name);
  return { status: 200, text: `${blob.mimeType ?? 'application/octet-stream'}:${form}:${url}` };
}

const missing = { 404: plainText('no such document or blob, or not readable') } as const;

export const nxfileRoutes: readonly RouteDefinition[] = [
  defineRoute({
    method: 'GET',
    root: 'base',
    path: '/nxfile/*',
    namesRepository: true,
    access: 'authenticated',
    summary: 'Downloads a blob of a document: nxfile/{repository}/{uid}[/{xpath}[/{filename}]]',
    body: 'none',
    parameters: contentParameters,
    responses: { ...contentResponses, ...missing },
    handle: withFile('nxfile', download),
  }),
  defineRoute({
    method: 'GET',
    root: 'base',
    path: '/nxdownloadinfo/*',
    namesRepository: true,
    access: 'authenticated',
    summary: 'Type, name and download URL of a blob as text',
    body: 'none',
    responses: { 200: plainText('type:name:url'), ...missing },
    handle: withFile('nxdownloadinfo', describe),
  }),
];
