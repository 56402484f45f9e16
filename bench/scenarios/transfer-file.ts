import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf } from '../load/load-job.ts';
import type { TransferJob } from '../load/transfer.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  megabytes,
  type Scenario,
  spreadOf,
} from '../scenario.ts';
import { measureGrowth } from '../servers/memory-watch.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { withFolder } from '../stores.ts';

const growthBytesMax = 50e6;

export const transferFile: Scenario = {
  name: 'blob',
  summary: 'upload and download of one large file, against a bare pipe to and from disk',
  run: (effort) =>
    withFolder(async (folder) => {
      const cartulary = await startCartulary(join(folder, 'store'));
      const floor = await startFloor('pipe-file', join(folder, 'floor.bin'));
      const client = new LoadClient();
      const sizeBytes = (effort.isQuick ? 128 : 1024) * 2 ** 20;
      const run: Run = { effort, cartulary, floor, client, sizeBytes };
      try {
        await upload(run, 2 ** 24);
        return [...(await measureUpload(run)), ...(await measureDownload(run))];
      } finally {
        client.close();
        await Promise.all([cartulary.stop(), floor.stop()]);
      }
    }),
};

interface Run {
  readonly effort: Effort;
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
  readonly client: LoadClient;
  readonly sizeBytes: number;
}

async function measureUpload(run: Run): Promise<Figure[]> {
  const { client, floor, sizeBytes } = run;
  const growths: number[] = [];
  const pairs = await interleave(run.effort.rounds, {
    ours: async () => {
      let batch: Upload | undefined;
      const growth = await measureGrowth(run.cartulary, async () => {
        batch = await upload(run, sizeBytes);
      });
      growths.push(growth);
      await call(run.cartulary, 'DELETE', `/upload/${batch?.batchId}`);
      return bytesPerSecond(sizeBytes, batch?.ms);
    },
    floor: async () => {
      const { ms } = await client.transfer(sendJob(floor, '/', sizeBytes));
      return bytesPerSecond(sizeBytes, ms);
    },
  });
  return figuresOf('upload', { run, pairs, growths });
}

/** The floor sends the file that was last uploaded to it. */
async function measureDownload(run: Run): Promise<Figure[]> {
  const { client, cartulary, floor, sizeBytes } = run;
  const { batchId } = await upload(run, sizeBytes);
  const path = await createFileDocument(cartulary, batchId);
  const growths: number[] = [];
  const receive = async (server: ServerProcess, path: string): Promise<number> => {
    const { ms, receivedBytes } = await client.transfer({
      port: server.port,
      head: head('GET', path),
      sendBytes: 0,
      expectedStatus: 200,
    });
    if (receivedBytes !== sizeBytes) throw new Error(`${path}: ${receivedBytes} bytes`);
    return bytesPerSecond(sizeBytes, ms);
  };
  const pairs = await interleave(run.effort.rounds, {
    ours: async () => {
      let rate = 0;
      const growth = await measureGrowth(cartulary, async () => {
        rate = await receive(cartulary, path);
      });
      growths.push(growth);
      return rate;
    },
    floor: () => receive(floor, '/file'),
  });
  return figuresOf('download', { run, pairs, growths });
}

function figuresOf(
  name: string,
  results: { run: Run; pairs: Awaited<ReturnType<typeof interleave>>; growths: readonly number[] },
): Figure[] {
  const size = `${results.run.sizeBytes / 2 ** 20} MiB`;
  const growth = spreadOf(results.growths);
  return [
    comparePairs(results.pairs, {
      name: `${name} of ${size}`,
      format: (value) => `${megabytes(value)}/s`,
      target: { atLeast: 0.6 },
    }),
    {
      name: `${name} of ${size}: growth of memory`,
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

async function upload({ cartulary, client }: Run, sizeBytes: number): Promise<Upload> {
  const { batchId } = (await call(cartulary, 'POST', '/upload')) as { batchId: string };
  const { ms } = await client.transfer(
    sendJob(cartulary, `${apiRoot}/upload/${batchId}/0`, sizeBytes),
  );
  return { batchId, ms };
}

async function createFileDocument(server: ServerProcess, batchId: string): Promise<string> {
  const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
  const properties = { 'dc:title': 'large', 'file:content': content };
  const body = { 'entity-type': 'document', name: 'large', type: 'File', properties };
  const parent = '/path/default-domain/workspaces';
  const { uid } = (await call(server, 'POST', parent, body)) as { uid: string };
  return `/nuxeo/nxfile/default/${uid}/file:content`;
}

/** A request of the set-up, not measured. */
async function call(
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

function sendJob({ port }: ServerProcess, path: string, sizeBytes: number): TransferJob {
  const extra = `Content-Type: application/octet-stream\r\nX-File-Name: large.bin\r\nContent-Length: ${sizeBytes}\r\n`;
  return { port, head: head('POST', path, extra), sendBytes: sizeBytes, expectedStatus: 201 };
}

function head(method: string, path: string, extra = ''): string {
  const authorization = `Authorization: ${authorizationOf(administrator)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}${extra}\r\n`;
}

function bytesPerSecond(bytes: number, ms = Number.NaN): number {
  return bytes / (ms / 1000);
}
