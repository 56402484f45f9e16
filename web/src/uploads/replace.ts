import { ApiError } from '../../../client/src/index.ts';
import { api, NetworkError } from '../api/client.ts';
import { serverUrl } from '../api/server.ts';

/** What a property takes in the place of a file that has been sent. */
export interface UploadedBlob {
  readonly 'upload-batch': string;
  readonly 'upload-fileId': string;
  readonly name: string;
  readonly 'mime-type': string;
  readonly length: number;
}

interface Options {
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends one file in a batch of its own. @throws ApiError, NetworkError, AbortError */
export async function uploadBlob(
  file: File,
  { onProgress, signal }: Options = {},
): Promise<UploadedBlob> {
  const { batchId } = await api.POST('/api/v1/upload', { signal });
  await send(serverUrl(`api/v1/upload/${batchId}/0`), file, { onProgress, signal });
  const type = file.type || 'application/octet-stream';
  return {
    'upload-batch': batchId,
    'upload-fileId': '0',
    name: file.name,
    'mime-type': type,
    length: file.size,
  };
}

/** The old way of requests is the one that tells how much has been sent. */
function send(
  url: string,
  file: File,
  { onProgress, signal }: { [K in keyof Options]: Options[K] | undefined },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
  request.setRequestHeader('X-File-Type', file.type || 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
  request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
  request.onerror = () => reject(new NetworkError());
  request.onabort = () => reject(new DOMException('', 'AbortError'));
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

function refusal(request: XMLHttpRequest): ApiError {
  const headers = new Headers();
  for (const name of ['X-Request-Id', 'X-Error-Code']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const { status, statusText, responseText } = request;
  return new ApiError(new Response(null, { status, statusText, headers }), bodyOf(responseText));
}

function bodyOf(text: string): ApiError['body'] {
  try {
    return JSON.parse(text) as ApiError['body'];
  } catch {
    // A page of a proxy, or nothing.
    return undefined;
  }
}
