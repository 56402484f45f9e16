import { Readable } from 'node:stream';
import type { BlobPlace } from '../../automation/values.ts';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { isBlobKey } from '../../blobs/digest.ts';
import { isCharset, isMediaType } from '../../model/media-type.ts';
import type { BlobValue } from '../../model/value.ts';
import { createUnitContext } from '../../repository/unit/unit.ts';
import { inHeader, inQuery } from '../parameters.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { evaluatePreconditions, isRangeCurrent, type Validators } from './conditional.ts';
import { contentDisposition as dispositionOf } from './content-disposition.ts';
import { isInert } from './content-safety.ts';
import { FlushedStream } from './flushed-stream.ts';
import { parseRange, type RequestedRange } from './ranges.ts';
import { redirectedContent } from './redirected-content.ts';

export const contentParameters = [
  inQuery('inline', 'present and not false: shown by a browser rather than saved'),
  inQuery('changeToken', 'the content may be kept for a year'),
  inQuery('clientReason', 'why it is downloaded, for the audit'),
  inHeader('X-Client-Reason', 'as clientReason'),
  inHeader('Want-Digest', 'digests to return, as in RFC 3230'),
  inHeader('Range', 'a range of bytes'),
  inHeader('If-Range', 'a range only of this content'),
  inHeader('If-Match', 'only this content'),
  inHeader('If-None-Match', 'only other content'),
  inHeader('If-Modified-Since', 'only content changed since'),
  inHeader('If-Unmodified-Since', 'only content unchanged since'),
];

interface BlobReplyInput {
  readonly blob: BlobValue;
  /** Of the document. */
  readonly lastModifiedMs: number | null;
  /** Instead of the blob's own name. */
  readonly filename?: string | null;
  /** Ranges are not honoured: there is no second request. */
  readonly isWhole?: boolean;
  /** Its place in a document, for the audit. */
  readonly place?: BlobPlace | undefined;
  /** What was made of the document, by its name, for the audit. */
  readonly rendition?: string;
  /** Shown by a browser, whatever the request asks for. */
  readonly isInline?: boolean;
  /** A document has it, so that it is there a moment later, too: the client may be sent to another address. */
  readonly isKept?: boolean;
  /** False for what only stands for a document in lists. */
  readonly isAudited?: boolean;
}

type Headers = Record<string, string>;

/**
 * The content of a blob: whole or one range, conditional, never active in this origin.
 *
 * @throws AppError request.precondition-failed, store.corrupt when the content is missing
 */
export async function blobReply(
  context: RequestContext,
  input: BlobReplyInput,
): Promise<RouteReply> {
  const { blob } = input;
  const validators = validatorsOf(input);
  const caching = { ...validatorHeaders(validators), ...cacheHeaders(context) };
  const precondition = evaluatePreconditions(context.method, context.headers, validators);
  if (precondition === 'failed') throw new AppError('request.precondition-failed');
  // Also of 304, whose headers take the place of those that the client has kept.
  const lasting = { ...caching, ...protectionOf(presentationOf(context, input)) };
  if (precondition === 'not-modified') return { status: 304, headers: lasting };
  const headers = {
    ...lasting,
    ...contentHeaders(context, input),
    ...digestHeaders(context, blob),
  };
  const range = input.isWhole ? wholeRange : requestedRange(context, blob, validators);
  const reply =
    (await sentElsewhere(context, input, range)) ??
    (await sendContent(context, blob, { headers, range }));
  const isAudited = input.isAudited ?? true;
  if (isAudited && isBeginning(context, range)) auditDownload(context, input);
  return reply;
}

async function sentElsewhere(
  context: RequestContext,
  input: BlobReplyInput,
  range: RequestedRange,
): Promise<RouteReply | undefined> {
  if (!input.isKept || range.kind === 'unsatisfiable') return undefined;
  const content = { key: keyOf(input.blob), sizeBytes: input.blob.length };
  return redirectedContent(context, { ...content, ...presentationOf(context, input) });
}

/** Clients fetch large files in many ranges: only the first is audited. */
function isBeginning({ method }: RequestContext, range: RequestedRange): boolean {
  if (method === 'HEAD' || range.kind === 'unsatisfiable') return false;
  return range.kind === 'whole' || range.start === 0;
}

/** Records the download in the audit. */
export function auditDownload(
  context: RequestContext,
  {
    blob,
    filename,
    place,
    rendition,
  }: Pick<BlobReplyInput, 'filename' | 'place' | 'rendition'> & { blob: { name: string | null } },
): void {
  const header = context.headers['x-client-reason'];
  const clientReason = context.query.get('clientReason') ?? header;
  context.services.auditTrail.download(
    createUnitContext(context.services.repository, context.principal),
    {
      blobFilename: filename ?? blob.name,
      ...(place && { document: place.document, blobXPath: place.xpath }),
      ...(rendition !== undefined && { rendition }),
      ...(typeof clientReason === 'string' && { clientReason }),
    },
  );
}

function validatorsOf({ blob, lastModifiedMs }: BlobReplyInput): Validators {
  return { etag: `"${blob.digest}"`, lastModifiedMs };
}

function validatorHeaders({ etag, lastModifiedMs }: Validators): Headers {
  if (lastModifiedMs === null) return { ETag: etag };
  return { ETag: etag, 'Last-Modified': new Date(lastModifiedMs).toUTCString() };
}

const yearSeconds = 31_536_000;

/** A URL with a change token names one state of the document, so its content may be cached. */
function cacheHeaders(context: RequestContext): Headers {
  if (!context.query.has('changeToken')) return { 'Cache-Control': 'private, max-age=0' };
  return {
    'Cache-Control': `private, max-age=${yearSeconds}`,
    Expires: new Date(now() + yearSeconds * 1000).toUTCString(),
  };
}

const wholeRange: RequestedRange = { kind: 'whole' };

/** Only GET has ranges. */
function requestedRange(
  context: RequestContext,
  blob: BlobValue,
  validators: Validators,
): RequestedRange {
  if (context.method !== 'GET' || !isRangeCurrent(context.headers, validators)) {
    return wholeRange;
  }
  return parseRange(context.headers.range, blob.length);
}

/** Of thumbnails, most of all, of which a page shows many: a stream costs twice what such a file does. */
const smallBytesMax = 256 * 1024;

async function sendContent(
  context: RequestContext,
  blob: BlobValue,
  { headers, range }: { readonly headers: Headers; readonly range: RequestedRange },
): Promise<RouteReply> {
  if (range.kind === 'unsatisfiable') {
    return { status: 416, headers: { 'Content-Range': `bytes */${blob.length}` } };
  }
  const lengthBytes = range.kind === 'part' ? range.end - range.start + 1 : blob.length;
  const sized = { ...headers, 'Content-Length': String(lengthBytes) };
  // An empty stream and not no body, for which the length would be reported as 0.
  if (context.method === 'HEAD') return { status: 200, headers: sized, stream: Readable.from([]) };
  if (range.kind === 'whole' && blob.length <= smallBytesMax) {
    const bytes = await context.services.blobs.read(keyOf(blob), blob.length);
    return { status: 200, headers: sized, bytes };
  }
  const stream = await openContent(context, blob, range);
  if (range.kind === 'whole') return { status: 200, headers: sized, stream };
  const contentRange = `bytes ${range.start}-${range.end}/${blob.length}`;
  return { status: 206, headers: { ...sized, 'Content-Range': contentRange }, stream };
}

async function openContent(
  context: RequestContext,
  blob: BlobValue,
  range: RequestedRange,
): Promise<Readable> {
  const { blobs } = context.services;
  const key = keyOf(blob);
  const part = range.kind === 'part' ? { start: range.start, end: range.end } : undefined;
  const open = () => blobs.open(key, part);
  if (await blobs.exists(key)) return new FlushedStream(open);
  // Missing, which `open` reports; or just set aside by a collector, and still readable.
  const stream = await open();
  return new FlushedStream(async () => stream);
}

function keyOf({ key }: BlobValue): BlobKey {
  if (isBlobKey(key)) return key;
  throw new AppError('store.corrupt', `not a blob key: ${key}`);
}

/** The stored type unchanged; one that is invalid in a header is sent as plain bytes. */
export function contentTypeOf({
  mimeType,
  encoding,
}: Pick<BlobValue, 'mimeType' | 'encoding'>): string {
  if (mimeType === null || !isMediaType(mimeType)) return 'application/octet-stream';
  if (encoding === null || !isCharset(encoding) || /;\s*charset=/i.test(mimeType)) {
    return mimeType;
  }
  return `${mimeType}; charset=${encoding}`;
}

/**
 * Uploaded HTML, SVG or XML must never run in the origin of the server, where it would act with the
 * reader's session.
 */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:";

function contentHeaders(context: RequestContext, input: BlobReplyInput): Headers {
  const { contentType, contentDisposition } = presentationOf(context, input);
  return {
    'Accept-Ranges': 'bytes',
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition,
  };
}

function protectionOf({ contentType, isInline }: ReturnType<typeof presentationOf>): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isInline && !isInert(contentType) && { 'Content-Security-Policy': sandbox }),
  };
}

function presentationOf(context: RequestContext, input: BlobReplyInput) {
  const inline = context.query.get('inline');
  const isInline = input.isInline ?? (inline !== null && inline !== 'false');
  const name = input.filename ?? input.blob.name;
  return {
    isInline,
    contentType: contentTypeOf(input.blob),
    contentDisposition: dispositionOf(isInline ? 'inline' : 'attachment', name),
  };
}

/** As `contentTypeOf` for bytes that were just encoded, with their charset instead of the type's. */
export function encodedTypeOf({
  mimeType,
  encoding,
}: Pick<BlobValue, 'mimeType' | 'encoding'>): string {
  const bare = mimeType?.replace(/\s*;\s*charset=(?:"[^"]*"|[^;]*)/i, '') ?? null;
  return contentTypeOf({ mimeType: bare, encoding });
}

/** RFC 3230, as far as clients use it: one algorithm, the blob's own. */
function digestHeaders(context: RequestContext, blob: BlobValue): Headers {
  const wanted = context.headers['want-digest'];
  if (typeof wanted !== 'string') return {};
  const names = wanted.split(',').map((item) => item.split(';')[0]?.trim().toLowerCase());
  const base64 = Buffer.from(blob.digest, 'hex').toString('base64');
  const headers: Headers = {};
  if (names.includes(blob.digestAlgorithm.toLowerCase())) {
    headers.Digest = `${blob.digestAlgorithm}=${base64}`;
  }
  if (names.includes('contentmd5') && blob.digestAlgorithm === 'MD5') {
    if (context.headers.range === undefined) headers['Content-MD5'] = base64;
  }
  return headers;
}
