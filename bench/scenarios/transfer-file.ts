import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import type { Figure, Scenario } from '../scenario.ts';
import { startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { withFolder } from '../stores.ts';
import {
  bytesPerSecond,
  compareTransfers,
  download,
  head,
  storeToDownload,
  type TransferRun,
  upload,
  uploadJob,
  uploadOnce,
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

function measureUpload(run: Run): Promise<Figure[]> {
  const { client, floor, sizeBytes } = run;
  return compareTransfers(run, {
    name: 'upload',
    ours: () => uploadOnce(run),
    floor: async () => {
      const { ms } = await client.transfer(uploadJob(floor, '/', sizeBytes));
      return bytesPerSecond(sizeBytes, ms);
    },
    atLeast,
  });
}

/** The floor sends the file that was last uploaded to it. */
async function measureDownload(run: Run): Promise<Figure[]> {
  const { floor } = run;
  return compareTransfers(run, {
    name: 'download',
    ours: await storeToDownload(run),
    floor: () => download(run, { port: floor.port, head: head('GET', '/file') }),
    atLeast,
  });
}
