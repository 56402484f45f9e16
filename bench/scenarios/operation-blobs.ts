import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import type { TransferJob } from '../load/transfer.ts';
import type { Effort, Figure } from '../scenario.ts';
import { automationRoot, startCartulary } from '../servers/programs.ts';
import { withFolder } from '../stores.ts';
import {
  bytesPerSecond,
  compareTransfers,
  createFileDocument,
  download,
  filePath,
  head,
  type TransferRun,
  upload,
  uploadOnce,
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

function measurePart(run: Run): Promise<Figure[]> {
  const { client, sizeBytes } = run;
  return compareTransfers(run, {
    name: 'part of a request',
    ours: async () => {
      const { ms } = await client.transfer(attachJob(run));
      return bytesPerSecond(sizeBytes, ms);
    },
    floor: () => uploadOnce(run),
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

function measureResult(run: Run): Promise<Figure[]> {
  const { cartulary, documentId } = run;
  const { port } = cartulary;
  const getFile = head('GET', filePath(documentId));
  return compareTransfers(run, {
    name: 'result',
    ours: () => download(run, { port, head: getBlobRequest(documentId) }),
    floor: () => download(run, { port, head: getFile }),
    atLeast: resultAtLeast,
  });
}

function getBlobRequest(documentId: string): string {
  const body = JSON.stringify({ input: `doc:${documentId}` });
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return head('POST', `${automationRoot}/Document.GetBlob`, headers) + body;
}
