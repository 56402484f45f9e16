import { ApiError } from '../../../client/src/index.ts';
import { NetworkError } from '../api/client.ts';
import { serverUrl } from '../api/server.ts';
import { type ChunkPlan, chunkRange } from './chunks.ts';
import type { UploadPlace } from './upload.ts';

interface Piece {
  readonly file: File;
  readonly name: string;
  readonly place: UploadPlace;
  readonly plan: ChunkPlan;
  readonly index: number;
}

interface Watch {
  readonly signal: AbortSignal;
  /** Bytes of this piece that have left the browser. */
  readonly onProgress: (bytes: number) => void;
}

/** Sends a file, or a chunk of it. `fetch` does not tell how much has been sent. */
export function sendPiece(piece: Piece, { signal, onProgress }: Watch): Promise<void> {
  return new Promise((resolve, reject) => {
    const { file, place, plan, index } = piece;
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('POST', serverUrl(`api/v1/upload/${place.batch}/${place.index}`));
    for (const [name, value] of Object.entries(headersOf(piece))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => (request.status < 400 ? resolve() : reject(errorOf(request)));
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(file.slice(...chunkRange(plan, index)));
  });
}

function headersOf({ file, name, plan, index }: Piece): Readonly<Record<string, string>> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent(name.toWellFormed()),
    'X-File-Size': String(file.size),
    ...(file.type && { 'X-File-Type': file.type }),
    ...(plan.count > 1 && {
      'X-Upload-Type': 'chunked',
      'X-Upload-Chunk-Index': String(index),
      'X-Upload-Chunk-Count': String(plan.count),
    }),
  };
}

function errorOf(request: XMLHttpRequest): ApiError {
  const headers = new Headers();
  for (const name of ['X-Request-Id', 'X-Error-Code', 'Retry-After']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const { status, statusText, responseText } = request;
  return new ApiError(new Response(null, { status, statusText, headers }), bodyOf(responseText));
}

function bodyOf(text: string): ApiError['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
