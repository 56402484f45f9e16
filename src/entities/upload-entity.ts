import {
  arrayOf,
  constant,
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

export const batchInfoSchema = named(
  'uploadBatch',
  objectOf({ provider: text, fileEntries: arrayOf(fileInfoSchema), batchId: text }),
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

const provider = 'default';

export const uploadHandlers: JsonOf<typeof uploadHandlersSchema> = {
  handlers: [{ name: provider }],
};

export function writeUploadHandler(name: string): JsonOf<typeof uploadHandlerSchema> | undefined {
  return uploadHandlers.handlers.find((handler) => handler.name === name);
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
  batchId: string,
  files: readonly UploadedFileFacts[],
): JsonOf<typeof batchInfoSchema> {
  return { provider, fileEntries: files.map(writeFileInfo), batchId };
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
    mimeType: typeof json.mimeType === 'string' ? json.mimeType : null,
    md5: typeof json.md5 === 'string' ? json.md5.toLowerCase() : null,
  };
}

/** Numbers come as JSON numbers or as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}
