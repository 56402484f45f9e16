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
import { apiRoot, automationRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, copyStore, sampleFiles, withFolder } from '../stores.ts';

const storeFiles = 10_000;
const changedFiles = 1_000;
const connections = 32;
const target = { atLeast: 0.35 };
const properties = { 'dc:description': `Checked again by the archive, number ${numberMark}` };
const change = { 'entity-type': 'document', properties };

export const updateDocument: Scenario = {
  name: 'update',
  summary: 'PUT /id and Document.Update, against one durable UPDATE by a prepared statement',
  run: (effort) =>
    withFolder(async (folder) => {
      const store = await copyStore(await cachedStore(storeFiles), join(folder, 'store'));
      const ids = sampleFiles(store, changedFiles).map(({ id }) => id);
      const cartulary = await startCartulary(store);
      const floor = await startFloor('update-row', join(folder, 'floor.db'), String(changedFiles));
      const client = new LoadClient();
      try {
        return await compareBoth({ effort, client, cartulary, floor }, ids);
      } finally {
        client.close();
        await Promise.all([cartulary.stop(), floor.stop()]);
      }
    }),
};

interface Run {
  readonly effort: Effort;
  readonly client: LoadClient;
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
}

async function compareBoth(run: Run, ids: readonly string[]): Promise<Figure[]> {
  const floorRequests = ids.map((_id, at) =>
    rawRequest('PUT', { path: `/id/${at}`, json: change }),
  );
  const compare = async (name: string, requests: readonly string[]): Promise<Figure> => {
    const pairs = await interleave(run.effort.rounds, {
      ours: () => rate(run, run.cartulary, requests),
      floor: () => rate(run, run.floor, floorRequests),
    });
    return comparePairs(pairs, { name, format: perSecond, target });
  };
  return [
    await compare(
      `PUT /id, ${connections} connections`,
      ids.map((id) => rawRequest('PUT', { path: `${apiRoot}/id/${id}`, json: change })),
    ),
    await compare(
      `Document.Update, ${connections} connections`,
      ids.map((input) =>
        rawRequest('POST', {
          path: `${automationRoot}/Document.Update`,
          json: { input, params: { properties } },
        }),
      ),
    ),
  ];
}

async function rate(
  { client, effort }: Run,
  { port }: ServerProcess,
  requests: readonly string[],
): Promise<number> {
  const job = { port, connections, ...effort, requests, expectedStatus: 200 };
  return (await client.run(job)).perSecond;
}
