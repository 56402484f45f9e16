import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { missingClusterProgram } from '../../test/support/object-cluster.ts';
import { LoadClient } from '../load/load-client.ts';
import { numberMark } from '../load/load-job.ts';
import { comparePairs, type Figure, interleave, perSecond, type Scenario } from '../scenario.ts';
import { ObjectStorage } from '../servers/object-storage.ts';
import { apiRoot, startCartulary } from '../servers/programs.ts';
import { withFolder } from '../stores.ts';
import {
  bytesPerSecond,
  call,
  compareTransfers,
  createFileDocument,
  filePath,
  head,
  storeToDownload,
  type TransferRun,
  upload,
  uploadOnce,
} from './large-transfer.ts';

const largeAtLeast = 0.8;
const smallAtLeast = 0.7;
const smallBytes = 10 * 1024;
const smallFiles = 50;
const connections = 16;
/** A large file takes a good part of a minute each time. */
const roundsMax = 3;

export const objectStorage: Scenario = {
  name: 'object-storage',
  summary: 'large and small files in an object storage, against its client alone',
  async run(effort) {
    const missing = await missingClusterProgram();
    if (missing !== undefined) {
      console.error(`  left out: the program ${missing} of Ceph is not installed`);
      return [];
    }
    return withFolder(async (folder) => {
      const storage = await ObjectStorage.start(join(folder, 'storage'));
      const client = new LoadClient();
      try {
        const cartulary = await startCartulary(join(folder, 'store'), undefined, storage.settings);
        const sizeBytes = (effort.isQuick ? 64 : 1024) * 2 ** 20;
        const rounds = Math.min(effort.rounds, roundsMax);
        const run: Run = { effort: { ...effort, rounds }, cartulary, client, sizeBytes, storage };
        try {
          await upload(run, 2 ** 24);
          return [
            ...(await measureUpload(run)),
            ...(await measureDownload(run)),
            await measureSmallUploads(run),
            await measureSmallDownloads(run),
          ];
        } finally {
          await cartulary.stop();
        }
      } finally {
        client.close();
        await storage.stop();
      }
    });
  },
};

interface Run extends TransferRun {
  readonly storage: ObjectStorage;
}

function measureUpload(run: Run): Promise<Figure[]> {
  const { sizeBytes, storage } = run;
  return compareTransfers(run, {
    name: 'upload to S3',
    ours: () => uploadOnce(run),
    floor: () => rateOf(sizeBytes, () => storage.upload('large', sizeBytes)),
    atLeast: largeAtLeast,
  });
}

async function measureDownload(run: Run): Promise<Figure[]> {
  const { sizeBytes, storage } = run;
  return compareTransfers(run, {
    name: 'download from S3',
    ours: await storeToDownload(run),
    floor: () => rateOf(sizeBytes, () => storage.download('large')),
    atLeast: largeAtLeast,
  });
}

async function rateOf(sizeBytes: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return bytesPerSecond(sizeBytes, performance.now() - startedAt);
}

/** Each content is new. Several batches, as the files of one are stored one after the other. */
async function measureSmallUploads(run: Run): Promise<Figure> {
  const requests: string[] = [];
  for (let n = 0; n < connections; n += 1) requests.push(await smallUpload(run));
  let number = 0;
  const pairs = await interleave(run.effort.rounds, {
    ours: () => ratePerSecond(run, requests, 201),
    floor: () =>
      repeatedly(run, () => {
        number += 1;
        return run.storage.put(`small-${number}`, randomBytes(smallBytes));
      }),
  });
  const name = `uploads of ${smallBytes / 1024} KiB to S3, ${connections} at a time`;
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast: smallAtLeast } });
}

async function smallUpload({ cartulary }: Run): Promise<string> {
  const { batchId } = (await call(cartulary, 'POST', '/upload')) as { batchId: string };
  const headers = ['Content-Type: application/octet-stream', `Content-Length: ${smallBytes}`];
  const body = numberMark + 'x'.repeat(smallBytes - numberMark.length);
  return head('POST', `${apiRoot}/upload/${batchId}/0`, headers) + body;
}

async function measureSmallDownloads(run: Run): Promise<Figure> {
  const requests: string[] = [];
  for (let n = 0; n < smallFiles; n += 1) {
    const { batchId } = await upload(run, smallBytes);
    requests.push(head('GET', filePath(await createFileDocument(run.cartulary, batchId))));
    await run.storage.put(`read-${n}`, randomBytes(smallBytes));
  }
  let number = 0;
  const pairs = await interleave(run.effort.rounds, {
    ours: () => ratePerSecond(run, requests, 200),
    floor: () =>
      repeatedly(run, () => {
        number = (number + 1) % smallFiles;
        return run.storage.get(`read-${number}`);
      }),
  });
  const name = `downloads of ${smallBytes / 1024} KiB from S3, ${connections} at a time`;
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast: smallAtLeast } });
}

async function ratePerSecond(
  { cartulary, client, effort }: Run,
  requests: readonly string[],
  expectedStatus: number,
): Promise<number> {
  const { warmupMs, durationMs } = effort;
  const job = { connections, warmupMs, durationMs, requests, expectedStatus };
  return (await client.run({ port: cartulary.port, ...job })).perSecond;
}

async function repeatedly(
  { effort: { warmupMs, durationMs } }: Run,
  work: () => Promise<void>,
): Promise<number> {
  const warmAt = performance.now() + warmupMs;
  const endAt = warmAt + durationMs;
  let counted = 0;
  const repeat = async (): Promise<void> => {
    while (performance.now() < endAt) {
      await work();
      const at = performance.now();
      if (at >= warmAt && at <= endAt) counted += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  return counted / (durationMs / 1000);
}
