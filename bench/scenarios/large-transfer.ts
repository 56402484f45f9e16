import type { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf } from '../load/load-job.ts';
import type { TransferJob } from '../load/transfer.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  megabytes,
  spreadOf,
} from '../scenario.ts';
import { measureGrowth } from '../servers/memory-watch.ts';
import { apiRoot } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';

const growthBytesMax = 50e6;

/** One large file sent to or from a server. */
export interface TransferRun {
  readonly effort: Effort;
  readonly cartulary: ServerProcess;
  readonly client: LoadClient;
  readonly sizeBytes: number;
}

interface Transfers {
  readonly name: string;
  /** Both return bytes per second. */
  readonly ours: () => Promise<number>;
  readonly floor: () => Promise<number>;
  readonly atLeast: number;
}

/** One figure for the rate and one for the memory of the server. */
export async function compareTransfers(
  { cartulary, effort, sizeBytes }: TransferRun,
  { ours, floor, atLeast, ...transfers }: Transfers,
): Promise<Figure[]> {
  const growths: number[] = [];
  const measured = async (): Promise<number> => {
    let rate = Number.NaN;
    const growth = await measureGrowth(cartulary, async () => {
      rate = await ours();
    });
    growths.push(growth);
    return rate;
  };
  const pairs = await interleave(effort.rounds, { ours: measured, floor });
  const name = `${transfers.name} of ${sizeBytes / 2 ** 20} MiB`;
  const growth = spreadOf(growths);
  return [
    comparePairs(pairs, {
      name,
      format: (value) => `${megabytes(value)}/s`,
      target: { atLeast },
    }),
    {
      name: `${name}: growth of memory`,
      ours: megabytes(growth.median),
      floor: `limit ${megabytes(growthBytesMax)}`,
      value: {
        median: growth.median / growthBytesMax,
        min: growth.min / growthBytesMax,
        max: growth.max / growthBytesMax,
      },
      target: { atMost: 1 },
    },
  ];
}

interface Upload {
  readonly batchId: string;
  readonly ms: number;
}

/** Into an upload batch of its own. */
export async function upload(
  { cartulary, client }: Pick<TransferRun, 'cartulary' | 'client'>,
  sizeBytes: number,
): Promise<Upload> {
  const { batchId } = (await call(cartulary, 'POST', '/upload')) as { batchId: string };
  const path = `${apiRoot}/upload/${batchId}/0`;
  const { ms } = await client.transfer(uploadJob(cartulary, path, sizeBytes));
  return { batchId, ms };
}

/** Bytes per second of an upload, which is not kept. */
export async function uploadOnce(run: TransferRun): Promise<number> {
  const { batchId, ms } = await upload(run, run.sizeBytes);
  await call(run.cartulary, 'DELETE', `/upload/${batchId}`);
  return bytesPerSecond(run.sizeBytes, ms);
}

/** Stores a file, and returns what measures one download of it. */
export async function storeToDownload(run: TransferRun): Promise<() => Promise<number>> {
  const { cartulary } = run;
  const { batchId } = await upload(run, run.sizeBytes);
  const path = filePath(await createFileDocument(cartulary, batchId));
  return () => download(run, { port: cartulary.port, head: head('GET', path) });
}

/** Creates a document with that file and returns its id. */
export async function createFileDocument(server: ServerProcess, batchId: string): Promise<string> {
  const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
  const properties = { 'dc:title': 'large', 'file:content': content };
  const body = { 'entity-type': 'document', name: 'large', type: 'File', properties };
  const parent = '/path/default-domain/workspaces';
  const { uid } = (await call(server, 'POST', parent, body)) as { uid: string };
  return uid;
}

export function filePath(id: string): string {
  return `/nuxeo/nxfile/default/${id}/file:content`;
}

/** A request of the set-up, not measured. */
export async function call(
  { port }: ServerProcess,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${apiRoot}${path}`, {
    method,
    headers: {
      authorization: authorizationOf(administrator),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export function uploadJob({ port }: ServerProcess, path: string, sizeBytes: number): TransferJob {
  const headers = [
    'Content-Type: application/octet-stream',
    'X-File-Name: large.bin',
    `Content-Length: ${sizeBytes}`,
  ];
  return { port, head: head('POST', path, headers), sendBytes: sizeBytes, expectedStatus: 201 };
}

/** Bytes per second of one response. @throws Error when it has another size */
export async function download(
  { client, sizeBytes }: Pick<TransferRun, 'client' | 'sizeBytes'>,
  job: Omit<TransferJob, 'sendBytes' | 'expectedStatus'>,
): Promise<number> {
  const { ms, receivedBytes } = await client.transfer({
    ...job,
    sendBytes: 0,
    expectedStatus: 200,
  });
  if (receivedBytes !== sizeBytes) throw new Error(`${job.head}: ${receivedBytes} bytes`);
  return bytesPerSecond(sizeBytes, ms);
}

/** Up to and with the empty line. */
export function head(method: string, path: string, headers: readonly string[] = []): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${authorizationOf(administrator)}`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

export function bytesPerSecond(bytes: number, ms: number): number {
  return bytes / (ms / 1000);
}
