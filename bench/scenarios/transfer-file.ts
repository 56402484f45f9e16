import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import { type Figure, interleave, type Scenario } from '../scenario.ts';
import { measureGrowth } from '../servers/memory-watch.ts';
import { startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
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
  uploadJob,
} from './large-transfer.ts';

const atLeast = 0.6;

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

interface Run extends TransferRun {
  readonly floor: ServerProcess;
}

async function measureUpload(run: Run): Promise<Figure[]> {
  const { client, floor, sizeBytes } = run;
  const growths: number[] = [];
  const pairs = await interleave(run.effort.rounds, {
    ours: async () => {
      let batch = { batchId: '', ms: Number.NaN };
      const growth = await measureGrowth(run.cartulary, async () => {
        batch = await upload(run, sizeBytes);
      });
      growths.push(growth);
      await call(run.cartulary, 'DELETE', `/upload/${batch.batchId}`);
      return bytesPerSecond(sizeBytes, batch.ms);
    },
    floor: async () => {
      const { ms } = await client.transfer(uploadJob(floor, '/', sizeBytes));
      return bytesPerSecond(sizeBytes, ms);
    },
  });
  return transferFigures({ name: 'upload', sizeBytes, pairs, growths, atLeast });
}

/** The floor sends the file that was last uploaded to it. */
async function measureDownload(run: Run): Promise<Figure[]> {
  const { cartulary, floor, sizeBytes } = run;
  const { batchId } = await upload(run, sizeBytes);
  const path = filePath(await createFileDocument(cartulary, batchId));
  const growths: number[] = [];
  const pairs = await interleave(run.effort.rounds, {
    ours: async () => {
      let rate = 0;
      const growth = await measureGrowth(cartulary, async () => {
        rate = await download(run, { port: cartulary.port, head: head('GET', path) });
      });
      growths.push(growth);
      return rate;
    },
    floor: () => download(run, { port: floor.port, head: head('GET', '/file') }),
  });
  return transferFigures({ name: 'download', sizeBytes, pairs, growths, atLeast });
}
