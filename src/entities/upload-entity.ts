import {
  arrayOf,
  constant,
  flag,
  integer,
  type JsonOf,
  named,
  nullable,
  objectOf,
  oneOf,
  text,
} from './json-schema.ts';

const uploadType = oneOf('normal', 'chunked');

/** Only of files in chunks. */
const chunkMembers = { uploadedChunkIds: arrayOf(integer), chunkCount: integer };

export const uploadHandlerSchema = named('uploadHandler', objectOf({ name: text }));
export const uploadHandlersSchema = objectOf({ handlers: arrayOf(uploadHandlerSchema) });
export const batchCreatedSchema = objectOf({ batchId: text });

const completedMembers = { uploaded: constant('true'), batchId: text, fileIdx: text };

export const uploadCompletedSchema = objectOf(completedMembers);

export const uploadResultSchema = named(
  'uploadResult',
  objectOf({ ...completedMembers, uploadType, uploadedSize: text }, chunkMembers),
);

export const fileInfoSchema = named(
  'uploadedFile',
  objectOf({ name: nullable(text), size: integer, uploadType }, chunkMembers),
);

const uploadCredentialsMembers = {
  awsSecretKeyId: text,
  awsSecretAccessKey: text,
  awsSessionToken: text,
  expiration: integer,
};

export const refreshedTokenSchema = named(
  'uploadCredentials',
  objectOf({ ...uploadCredentialsMembers, batchId: text }),
);

const extraInfoSchema = objectOf({
  ...uploadCredentialsMembers,
  bucket: text,
  baseKey: text,
  endpoint: nullable(text),
  region: text,
  usePathStyleAccess: flag,
  useS3Accelerate: flag,
});

export const batchInfoSchema = named(
  'uploadBatch',
  objectOf(
    { provider: text, fileEntries: arrayOf(fileInfoSchema), batchId: text },
    { extraInfo: extraInfoSchema },
  ),
);

/** The data of responses about an uploaded file. */
interface UploadedFileFacts {
  readonly name: string | null;
  readonly sizeBytes: number;
  readonly type: 'normal' | 'chunked';
  readonly chunks: readonly number[];
  readonly chunkCount: number;
}

interface UploadTarget {
  readonly batchId: string;
  /** As the caller wrote it. */
  readonly fileIdx: string;
}

/** Credentials for the object storage, with where they are good for. */
interface GrantFacts {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiresMs: number;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | null;
  readonly isPathStyle: boolean;
}

export function writeUploadHandlers(names: readonly string[]): JsonOf<typeof uploadHandlersSchema> {
  return { handlers: names.map((name) => ({ name })) };
}

export function writeBatchCreated(batchId: string): JsonOf<typeof batchCreatedSchema> {
  return { batchId };
}

/** The response of an upload: unlike `writeFileInfo`, the size is that of the request, as text. */
export function writeUploadResult(
  file: UploadedFileFacts,
  request: UploadTarget & { readonly contentLength: string | undefined },
): JsonOf<typeof uploadResultSchema> {
  return {
    uploaded: 'true',
    batchId: request.batchId,
    fileIdx: request.fileIdx,
    uploadType: file.type,
    uploadedSize: request.contentLength ?? '-1',
    ...chunkFacts(file),
  };
}

/** The size is a number here: the announced one for chunked files. */
export function writeFileInfo(file: UploadedFileFacts): JsonOf<typeof fileInfoSchema> {
  return {
    name: file.name,
    size: file.sizeBytes,
    uploadType: file.type,
    ...chunkFacts(file),
  };
}

export function writeBatchInfo(
  { id, provider }: { readonly id: string; readonly provider: string },
  files: readonly UploadedFileFacts[],
  grant?: GrantFacts,
): JsonOf<typeof batchInfoSchema> {
  const entity = { provider, fileEntries: files.map(writeFileInfo), batchId: id };
  return grant ? { ...entity, extraInfo: extraInfoOf(grant) } : entity;
}

function extraInfoOf(grant: GrantFacts): JsonOf<typeof extraInfoSchema> {
  return {
    ...credentialsOf(grant),
    bucket: grant.bucket,
    baseKey: grant.prefix,
    endpoint: grant.endpoint,
    region: grant.region,
    usePathStyleAccess: grant.isPathStyle,
    useS3Accelerate: false,
  };
}

export function writeRefreshedToken(
  batchId: string,
  grant: GrantFacts,
): JsonOf<typeof refreshedTokenSchema> {
  return { ...credentialsOf(grant), batchId };
}

function credentialsOf({ accessKeyId, secretAccessKey, sessionToken, expiresMs }: GrantFacts) {
  return {
    awsSecretKeyId: accessKeyId,
    awsSecretAccessKey: secretAccessKey,
    awsSessionToken: sessionToken,
    expiration: expiresMs,
  };
}

export function writeUploadCompleted({
  batchId,
  fileIdx,
}: UploadTarget): JsonOf<typeof uploadCompletedSchema> {
  return { uploaded: 'true', batchId, fileIdx };
}

function chunkFacts(file: UploadedFileFacts) {
  if (file.type === 'normal') return {};
  return { uploadedChunkIds: file.chunks, chunkCount: file.chunkCount };
}

/** What a client states about a file that it has uploaded; absent members are null. */
interface CompletionClaim {
  readonly fileSize: number | null;
  readonly mimeType: string | null;
  readonly md5: string | null;
}

export function readCompletionClaim(body: unknown): CompletionClaim {
  const json = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    fileSize: numberOf(json.fileSize),
    mimeType: textOf(json.mimeType),
    md5: textOf(json.md5)?.toLowerCase() ?? null,
  };
}

/** What a client states about an object that it has put into the object storage. */
interface DirectClaim extends CompletionClaim {
  readonly key: string | null;
  readonly bucket: string | null;
  readonly etag: string | null;
  readonly name: string | null;
}

/** Some storages give no ETag to what was uploaded in parts: an empty one states nothing. */
export function readDirectClaim(body: unknown): DirectClaim {
  const json = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    ...readCompletionClaim(body),
    key: textOf(json.key),
    bucket: textOf(json.bucket),
    etag: textOf(json.etag)?.replace(/^"|"$/g, '') || null,
    name: textOf(json.name),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Numbers come as JSON numbers or as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}
