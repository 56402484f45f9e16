import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import { numberMark, rawRequest } from '../load/load-job.ts';
import { comparePairs, type Effort, type Figure, interleave, perSecond } from '../scenario.ts';
import { apiRoot, automationRoot, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, copyStore, sampleFiles, withFolder } from '../stores.ts';

const storeFiles = 10_000;
const connections = 32;
const atLeast = 0.8;

interface Run {
  readonly effort: Effort;
  readonly cartulary: ServerProcess;
  readonly client: LoadClient;
}

/** Reading and changing documents by operations, against the same by their addresses. */
export function measureCalls(effort: Effort): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const store = await copyStore(await cachedStore(storeFiles), join(folder, 'store'));
    const ids = sampleFiles(store, 1_000).map(({ id }) => id);
    const cartulary = await startCartulary(store);
    const client = new LoadClient();
    const run: Run = { effort, cartulary, client };
    try {
      return [
        await compare(run, {
          name: 'Repository.GetDocument against GET /id',
          operation: ids.map(getByOperation),
          resource: ids.map((id) => rawRequest('GET', { path: `${apiRoot}/id/${id}` })),
        }),
        await compare(run, {
          name: 'Document.Update against PUT /id',
          operation: ids.map(updateByOperation),
          resource: ids.map(updateByAddress),
        }),
      ];
    } finally {
      client.close();
      await cartulary.stop();
    }
  });
}

interface Sides {
  readonly name: string;
  readonly operation: readonly string[];
  readonly resource: readonly string[];
}

async function compare({ effort, cartulary, client }: Run, sides: Sides): Promise<Figure> {
  const rate = async (requests: readonly string[]): Promise<number> => {
    const { port } = cartulary;
    const job = { port, connections, ...effort, requests, expectedStatus: 200 };
    return (await client.run(job)).perSecond;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(sides.operation),
    floor: () => rate(sides.resource),
  });
  return comparePairs(pairs, { name: sides.name, format: perSecond, target: { atLeast } });
}

const source = `department-${numberMark}`;

function getByOperation(id: string): string {
  const path = `${automationRoot}/Repository.GetDocument`;
  return rawRequest('POST', { path, json: { params: { value: id } } });
}

function updateByOperation(id: string): string {
  const path = `${automationRoot}/Document.Update`;
  const params = { properties: { 'dc:source': source } };
  return rawRequest('POST', { path, json: { input: `doc:${id}`, params } });
}

function updateByAddress(id: string): string {
  const json = { 'entity-type': 'document', properties: { 'dc:source': source } };
  return rawRequest('PUT', { path: `${apiRoot}/id/${id}`, json });
}
