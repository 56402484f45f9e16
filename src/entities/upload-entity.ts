/** What the answers about an uploaded file are written from. */
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

export const uploadHandlers = { handlers: [{ name: provider }] } as const;

export function writeUploadHandler(name: string): object | undefined {
  return uploadHandlers.handlers.find((handler) => handler.name === name);
}

export function writeBatchCreated(batchId: string): object {
  return { batchId };
}

/** The answer to an upload: unlike `writeFileInfo`, the size is that of the request, as text. */
export function writeUploadResult(
  file: UploadedFileFacts,
  request: UploadTarget & { readonly contentLength: string | undefined },
): object {
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
export function writeFileInfo(file: UploadedFileFacts): object {
  return {
    name: file.name,
    size: file.sizeBytes,
    uploadType: file.type,
    ...chunkFacts(file),
  };
}

export function writeBatchInfo(batchId: string, files: readonly UploadedFileFacts[]): object {
  return { provider, fileEntries: files.map(writeFileInfo), batchId };
}

export function writeUploadCompleted({ batchId, fileIdx }: UploadTarget): object {
  return { uploaded: 'true', batchId, fileIdx };
}

function chunkFacts(file: UploadedFileFacts): object {
  if (file.type === 'normal') return {};
  return { uploadedChunkIds: file.chunks, chunkCount: file.chunkCount };
}

/** What a client says of a file it claims to have uploaded; absent members are null. */
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
