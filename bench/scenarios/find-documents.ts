import { reader, wideFolder, workspacePath } from '../generate-store.ts';
import { LoadClient } from '../load/load-client.ts';
import { rawRequest } from '../load/load-job.ts';
import { comparePairs, type Figure, interleave, milliseconds, type Scenario } from '../scenario.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import { cachedStore, databaseOf, folderIds } from '../stores.ts';
import { compareAnswers, type FindingRun, queryByDate, queryByWords } from './find-questions.ts';
import { measureIndexing } from './index-words.ts';

export const findDocuments: Scenario = {
  name: 'find',
  summary: 'first pages of queries in a large store, against hand-written SQL without permissions',
  async run(effort) {
    const files = effort.isQuick ? 100_000 : 1_000_000;
    const store = await cachedStore(files);
    const cartulary = await startCartulary(store);
    const floor = await startFloor('find-rows', databaseOf(store));
    const client = new LoadClient();
    const run: Run = { effort, files, store, client, cartulary, floor };
    try {
      return [
        await compareAnswers(run, queryByDate()),
        await compareAnswers(run, queryByWords()),
        await measureChildren(run),
        await measureAggregates(run),
        ...(await measureIndexing(effort)),
      ];
    } finally {
      client.close();
      await Promise.all([cartulary.stop(), floor.stop()]);
    }
  },
};

interface Run extends FindingRun {
  readonly store: string;
}

const aggregatesTargetMs = 150;

/** The default search with its six aggregates of everything, against a fixed time. */
async function measureAggregates({ client, cartulary, effort, files }: Run): Promise<Figure> {
  const path = `${apiRoot}/search/pp/default_search/execute?pageSize=20`;
  const ours = async (): Promise<number> => {
    const { latencies } = await client.run({
      port: cartulary.port,
      connections: 1,
      ...effort,
      requests: [rawRequest('GET', { path })],
      expectedStatus: 200,
    });
    return latencies.p50;
  };
  const pairs = await interleave(effort.rounds, { ours, floor: async () => aggregatesTargetMs });
  return comparePairs(pairs, {
    name: `default_search with six aggregates: median, ${files.toLocaleString('en')} documents`,
    format: milliseconds,
    target: { atMost: 1 },
  });
}

/** The folder with a tenth of all documents against those with a hundred each. */
async function measureChildren(run: Run): Promise<Figure> {
  const p99 = async (paths: readonly string[]): Promise<number> => {
    const { latencies } = await run.client.run({
      port: run.cartulary.port,
      connections: 8,
      ...run.effort,
      requests: paths.map((path) =>
        rawRequest('GET', { path: `${apiRoot}${path}/@children`, user: reader }),
      ),
      expectedStatus: 200,
    });
    return latencies.p99;
  };
  const narrow = folderIds(run.store).slice(0, 100);
  const pairs = await interleave(run.effort.rounds, {
    ours: () => p99([`/path${workspacePath}/${wideFolder}`]),
    floor: () => p99(narrow.map((id) => `/id/${id}`)),
  });
  return comparePairs(pairs, {
    name: `children: p99 of ${(run.files / 10).toLocaleString('en')} against 100`,
    format: milliseconds,
    target: { atMost: 2 },
  });
}
