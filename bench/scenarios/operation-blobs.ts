import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import type { TransferJob } from '../load/transfer.ts';
import { type Effort, type Figure, interleave } from '../scenario.ts';
import { measureGrowth } from '../servers/memory-watch.ts';
import { automationRoot, startCartulary } from '../servers/programs.ts';
import { withFolder } from '../stores.ts';
import {
  bytesPerSecond,
  call,
  createFileDocument,
  download,
  filePath,
  head,
  type TransferRun,
  transferFigures,
  upload,
} from './large-transfer.ts';

/** Of the rate of an upload, and of a download. */
const partAtLeast = 0.9;
const resultAtLeast = 0.8;

interface Run extends TransferRun {
  /** With a file of that size. */
  readonly documentId: string;
}

/** One large file as a part of a request and as a result, against the resources that take and give it. */
export function measureBlobs(effort: Effort): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const cartulary = await startCartulary(join(folder, 'store'));
    const client = new LoadClient();
    const sizeBytes = (effort.isQuick ? 128 : 1024) * 2 ** 20;
    try {
      const { batchId } = await upload({ cartulary, client }, sizeBytes);
      const documentId = await createFileDocument(cartulary, batchId);
      const run: Run = { effort, cartulary, client, sizeBytes, documentId };
      return [...(await measurePart(run)), ...(await measureResult(run))];
    } finally {
      client.close();
      await cartulary.stop();
    }
  });
}

async function measurePart(run: Run): Promise<Figure[]> {
  const { effort, cartulary, client, sizeBytes } = run;
  const growths: number[] = [];
  const pairs = await interleave(effort.rounds, {
    ours: async () => {
      let ms = Number.NaN;
      const growth = await measureGrowth(cartulary, async () => {
        ({ ms } = await client.transfer(attachJob(run)));
      });
      growths.push(growth);
      return bytesPerSecond(sizeBytes, ms);
    },
    floor: async () => {
      const { batchId, ms } = await upload(run, sizeBytes);
      await call(cartulary, 'DELETE', `/upload/${batchId}`);
      return bytesPerSecond(sizeBytes, ms);
    },
  });
  return transferFigures({
    name: 'part of a request',
    sizeBytes,
    pairs,
    growths,
    atLeast: partAtLeast,
  });
}

/** The new file takes the place of the one before, whose content is removed. */
function attachJob({ cartulary, sizeBytes, documentId }: Run): TransferJob {
  const request = JSON.stringify({ params: { document: documentId } });
  const start =
    `--part\r\nContent-Type: application/json\r\n\r\n${request}\r\n` +
    '--part\r\nContent-Disposition: attachment; filename="large.bin"\r\n' +
    'Content-Type: application/octet-stream\r\n\r\n';
  const tail = '\r\n--part--\r\n';
  const headers = [
    'Content-Type: multipart/related; boundary=part',
    `Content-Length: ${start.length + sizeBytes + tail.length}`,
    'X-NXVoidOperation: true',
  ];
  return {
    port: cartulary.port,
    head: head('POST', `${automationRoot}/Blob.AttachOnDocument`, headers) + start,
    sendBytes: sizeBytes,
    tail,
    expectedStatus: 204,
  };
}

async function measureResult(run: Run): Promise<Figure[]> {
  const { effort, cartulary, sizeBytes, documentId } = run;
  const { port } = cartulary;
  const growths: number[] = [];
  const getFile = head('GET', filePath(documentId));
  const pairs = await interleave(effort.rounds, {
    ours: async () => {
      let rate = 0;
      const growth = await measureGrowth(cartulary, async () => {
        rate = await download(run, { port, head: getBlobRequest(documentId) });
      });
      growths.push(growth);
      return rate;
    },
    floor: () => download(run, { port, head: getFile }),
  });
  return transferFigures({ name: 'result', sizeBytes, pairs, growths, atLeast: resultAtLeast });
}

function getBlobRequest(documentId: string): string {
  const body = JSON.stringify({ input: `doc:${documentId}` });
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return head('POST', `${automationRoot}/Document.GetBlob`, headers) + body;
}
