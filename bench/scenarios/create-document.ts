import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import { numberMark, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, copyStore, folderIds, withFolder } from '../stores.ts';

const storeFiles = 10_000;
const connections = 32;

export const createDocument: Scenario = {
  name: 'create',
  summary: 'POST /id of a document, against one durable row',
  run: (effort) =>
    withFolder(async (folder) => {
      const store = await copyStore(await cachedStore(storeFiles), join(folder, 'store'));
      const parents = folderIds(store);
      const cartulary = await startCartulary(store);
      const floor = await startFloor('insert-row', join(folder, 'floor.db'));
      const client = new LoadClient();
      try {
        const rate = rateOf(client, { effort, parents });
        return [
          await compareWithFloor(effort, {
            ours: () => rate(cartulary, apiRoot, connections),
            floor: () => rate(floor, '', connections),
          }),
          await compareWithOne(effort, {
            ours: () => rate(cartulary, apiRoot, connections),
            floor: () => rate(cartulary, apiRoot, 1),
          }),
        ];
      } finally {
        client.close();
        await Promise.all([cartulary.stop(), floor.stop()]);
      }
    }),
};

type Sides = Parameters<typeof interleave>[1];

async function compareWithFloor({ rounds }: Effort, sides: Sides): Promise<Figure> {
  return comparePairs(await interleave(rounds, sides), {
    name: `POST /id, ${connections} connections`,
    format: perSecond,
    target: { atLeast: 0.35 },
  });
}

async function compareWithOne({ rounds }: Effort, sides: Sides): Promise<Figure> {
  return comparePairs(await interleave(rounds, sides), {
    name: `POST /id, ${connections} connections against 1`,
    format: perSecond,
    target: { atLeast: 3 },
  });
}

type Rate = (server: ServerProcess, root: string, connections: number) => Promise<number>;

function rateOf(
  client: LoadClient,
  { effort, parents }: { effort: Effort; parents: readonly string[] },
): Rate {
  const json = {
    'entity-type': 'document',
    name: `report-${numberMark}`,
    type: 'File',
    properties: {
      'dc:title': `Report ${numberMark}`,
      'dc:description': 'What was found, who was asked, and what is to be done next',
      'dc:subjects': ['sciences/physic', 'art/architecture'],
      'dc:language': 'en',
    },
  };
  return async (server, root, connections) => {
    const { perSecond } = await client.run({
      port: server.port,
      connections,
      ...effort,
      requests: parents.map((id) => rawRequest('POST', { path: `${root}/id/${id}`, json })),
      expectedStatus: 201,
    });
    return perSecond;
  };
}
