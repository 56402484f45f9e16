import { ApiError } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { inputOf } from './operation-call.ts';
import { pause } from './pause.ts';

const operation = 'Blob.DownloadTree';
const template = '/site/automation/{operation}/@async/{execution}';
const firstPauseMs = 200;
const longestPauseMs = 2_000;

/** Of an archive with several gigabytes. */
const timeLimitSeconds = 3_600;

/** What an archive of documents would have, and what one archive can have. */
export interface ArchiveSize {
  readonly files: number;
  readonly bytes: number;
  readonly filesMax: number;
  readonly bytesMax: number;
}

export async function measuredArchive(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ArchiveSize> {
  const options = { input: inputOf(ids), signal };
  const answer: unknown = await api.operation('Blob.MeasureDownload', options);
  if (!(answer instanceof Blob)) throw new Error('the answer is no file');
  return JSON.parse(await answer.text());
}

/**
 * Lets the server write an archive of all files of documents and folders. Returns the address to download
 * it from, undefined where there are no files.
 */
export async function madeArchive(
  ids: readonly string[],
  filename: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const started = await api.send('POST', '/site/automation/{operation}/@async', {
    path: { operation },
    headers: { 'Nuxeo-Transaction-Timeout': timeLimitSeconds },
    body: { input: inputOf(ids), params: { filename } },
    signal,
  });
  const status = new URL(started.headers.get('Location') ?? '', location.href).pathname;
  const execution = status.split('/').at(-2) ?? '';
  const path = { operation, execution };
  try {
    await ended(path, signal);
  } catch (error) {
    if (signal.aborted) await api.DELETE(template, { path }).catch(() => undefined);
    throw error;
  }
  // Asked for once before the browser downloads it, as an error is then a message here.
  const result = await api.send('GET', template, { path, signal });
  await result.body?.cancel();
  return result.status === 204 ? undefined : api.url(template, { path });
}

interface Execution {
  readonly operation: string;
  readonly execution: string;
}

async function ended(path: Execution, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (await isRunning(path, signal)) {
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}

/** The status leads to the result when there is one; that would be all of the archive. */
async function isRunning(path: Execution, signal: AbortSignal): Promise<boolean> {
  try {
    await api.send('GET', `${template}/status`, {
      path,
      signal,
      fetchOptions: { redirect: 'manual' },
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.response.type === 'opaqueredirect') return false;
    throw error;
  }
}

/** A rendition, which the server may have to make first. */
export async function renditionFile(uid: string, name: string, signal: AbortSignal): Promise<Blob> {
  const response = await api.send('GET', '/api/v1/id/{id}/@rendition/{name}', {
    path: { id: uid, name },
    query: { clientReason: 'download' },
    signal,
  });
  return response.blob();
}
