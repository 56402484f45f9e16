import { join } from 'node:path';
import { generatedDocument } from '../generated-content.ts';
import { LoadClient } from '../load/load-client.ts';
import { numberMark, rawRequest } from '../load/load-job.ts';
import { comparePairs, type Effort, type Figure, interleave, perSecond } from '../scenario.ts';
import { apiRoot, sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, copyStore, folderIds, withFolder } from '../stores.ts';

const storeFiles = 10_000;
const connections = 32;

/** The rate of writes with full text, relative to without: two servers on two copies of one store. */
export function measureIndexing(effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const store = await cachedStore(storeFiles);
    const start = async (name: string, settings: readonly string[]): Promise<ServerProcess> =>
      startCartulary(await copyStore(store, join(folder, name)), sourceProgram, settings);
    const withWords = await start('with', []);
    const without = await start('without', ['--no-fulltext-enabled']);
    const client = new LoadClient();
    try {
      const requests = creations(folderIds(store));
      const rate = async ({ port }: ServerProcess): Promise<number> => {
        const job = { port, connections, ...effort, requests, expectedStatus: 201 };
        return (await client.run(job)).perSecond;
      };
      const pairs = await interleave(effort.rounds, {
        ours: () => rate(withWords),
        floor: () => rate(without),
      });
      const name = `POST /id with full text against without, ${connections} connections`;
      return [comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.6 } })];
    } finally {
      client.close();
      await Promise.all([withWords.stop(), without.stop()]);
    }
  });
}

function creations(parents: readonly string[]): readonly string[] {
  return parents.map((id, number) => {
    const { type, properties: stored } = generatedDocument(number);
    // Dates are text in requests, and no words.
    const { 'dc:issued': _issued, ...properties } = stored;
    return rawRequest('POST', {
      path: `${apiRoot}/id/${id}`,
      json: { 'entity-type': 'document', name: `new-${numberMark}`, type, properties },
    });
  });
}
