import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { BlobInput } from '../model/blob-input.ts';
import { type BlobValue, nameOfUnnamedBlob } from '../model/value.ts';
import { automationBlobPath, type BlobUrlContext, blobPath, type OwnBlobUrl } from './blob-url.ts';
import type { Dialect } from './dialect.ts';
import { type JsonOf, named, nullable, objectOf, text } from './json-schema.ts';

export const blobSchema = named(
  'blob',
  objectOf({
    name: text,
    'mime-type': nullable(text),
    encoding: nullable(text),
    digestAlgorithm: text,
    digest: text,
    length: text,
    data: text,
    blobUrl: text,
  }),
);

/** Dialects differ in `data`: relative to the automation service, or absolute. */
export function writeBlob(
  blob: BlobValue,
  xpath: string,
  options: { readonly urls: BlobUrlContext; readonly dialect: Dialect },
): JsonOf<typeof blobSchema> {
  const { urls, dialect } = options;
  const blobUrl = urls.baseUrl + blobPath(urls, xpath, blob.name);
  return {
    name: blob.name ?? nameOfUnnamedBlob,
    'mime-type': blob.mimeType,
    encoding: blob.encoding,
    digestAlgorithm: blob.digestAlgorithm,
    digest: blob.digest,
    length: String(blob.length),
    data: dialect === 'contract' ? automationBlobPath(urls, xpath) : blobUrl,
    blobUrl,
  };
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a download URL of this server. */
export type OwnBlobUrlParser = (text: string) => OwnBlobUrl | undefined;

const unusable: BlobInput = { kind: 'unusable' };

/** Reads an object that a client sent as a blob; the first form that matches is used. */
export function readBlob(json: JsonObject, parseOwnBlobUrl: OwnBlobUrlParser): BlobInput {
  const own = findOwnUrl(json.data, parseOwnBlobUrl) ?? findOwnUrl(json.blobUrl, parseOwnBlobUrl);
  if (own) return { kind: 'document', ...own };
  return readInline(json) ?? readStorageKey(json) ?? readUpload(json) ?? unusable;
}

function findOwnUrl(value: unknown, parseOwnBlobUrl: OwnBlobUrlParser): OwnBlobUrl | undefined {
  return typeof value === 'string' ? parseOwnBlobUrl(value) : undefined;
}

const foreignUrl = /^https?:\/\//i;

function readInline(json: JsonObject): BlobInput | undefined {
  const text = json.data ?? json.content;
  if (typeof text !== 'string' || foreignUrl.test(text)) return undefined;
  return {
    kind: 'inline',
    text,
    name: nameIn(json),
    mimeType: textOr(json['mime-type'], 'text/plain'),
    encoding: textOr(json.encoding, 'UTF-8'),
  };
}

/** @throws AppError blob.reference-invalid for a name that is too long */
function nameIn(json: JsonObject): string | null {
  const name = textOr(json.name, textOr(json.filename, null));
  if (name === null || name.length <= limits.fileNameLengthMax) return name;
  throw new AppError(
    'blob.reference-invalid',
    `name: the file name has ${name.length} characters; use at most ${limits.fileNameLengthMax}`,
  );
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function readStorageKey(json: JsonObject): BlobInput | undefined {
  const { providerId, key } = json;
  if (typeof providerId !== 'string' || typeof key !== 'string') return undefined;
  return { kind: 'storage', providerId, key };
}

function readUpload(json: JsonObject): BlobInput | undefined {
  const batchId = json['upload-batch'];
  const fileId = json['upload-fileId'];
  if (typeof batchId !== 'string') return undefined;
  if (typeof fileId !== 'string' && typeof fileId !== 'number') return undefined;
  return { kind: 'batch', batchId, fileId: String(fileId) };
}
