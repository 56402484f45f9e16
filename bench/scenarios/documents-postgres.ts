import { join } from 'node:path';
import { reader } from '../generate-store.ts';
import { LoadClient } from '../load/load-client.ts';
import { numberMark, type RequestParts, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, sourceProgram, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedPostgresStore, copyPostgresStore, sampleIds, withFolder } from '../stores.ts';

const storeFiles = 20_000;
const connections = 32;

export const documentsInPostgres: Scenario = {
  name: 'documents-postgres',
  summary: 'GET and POST /id on a durable PostgreSQL, against one hand-written statement each',
  run: (effort) =>
    withFolder(async (folder) => {
      const original = await cachedPostgresStore(storeFiles, { flushes: true });
      const store = await copyPostgresStore(original, join(folder, 'store'));
      const settings = ['--database-url', store.url];
      const cartulary = await startCartulary(store.folder, sourceProgram, settings);
      const floor = await startFloor('documents-postgres', store.url);
      const client = new LoadClient();
      const run: Run = { effort, client, cartulary, floor };
      try {
        const { files, folders } = await sampleIds(store.url, 1_000);
        return [
          await compareReads(run, files),
          await compareReads(run, files, reader),
          await compareCreations(run, folders),
        ];
      } finally {
        client.close();
        await Promise.all([cartulary.stop(), floor.stop()]);
        await store.remove();
        await original.stop();
      }
    }),
};

interface Run {
  readonly effort: Effort;
  readonly client: LoadClient;
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
}

function compareReads(run: Run, ids: readonly string[], user?: RequestParts['user']) {
  const requestsTo: Line['requestsTo'] = (root) =>
    ids.map((id) => rawRequest('GET', { path: `${root}/id/${id}`, user }));
  const who = user ? 'by an inherited ACL' : 'as administrator';
  return compare(run, {
    name: `PostgreSQL: GET /id ${who}, ${connections} connections`,
    requestsTo,
    expectedStatus: 200,
    atLeast: 0.7,
  });
}

function compareCreations(run: Run, parents: readonly string[]) {
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
  return compare(run, {
    name: `PostgreSQL: POST /id, ${connections} connections`,
    requestsTo: (root) =>
      parents.map((id) => rawRequest('POST', { path: `${root}/id/${id}`, json })),
    expectedStatus: 201,
    atLeast: 0.5,
  });
}

interface Line {
  readonly name: string;
  readonly requestsTo: (root: string) => ReturnType<typeof rawRequest>[];
  readonly expectedStatus: number;
  readonly atLeast: number;
}

async function compare(
  { effort, client, cartulary, floor }: Run,
  { name, requestsTo, expectedStatus, atLeast }: Line,
): Promise<Figure> {
  const rate = async (server: ServerProcess, root: string): Promise<number> => {
    const { port } = server;
    const requests = requestsTo(root);
    return (await client.run({ port, connections, ...effort, requests, expectedStatus })).perSecond;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(cartulary, apiRoot),
    floor: () => rate(floor, ''),
  });
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast } });
}
