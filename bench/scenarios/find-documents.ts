import { clerk, reader, wideFolder, workspacePath } from '../generate-store.ts';
import { oldestMs, randomFrom, wordOfRank } from '../generated-content.ts';
import { LoadClient } from '../load/load-client.ts';
import { type Credentials, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, databaseOf, folderIds } from '../stores.ts';
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
        await measureQuery(run, queryByDate()),
        await measureQuery(run, queryByWords()),
        await measureChildren(run),
        ...(await measureIndexing(effort)),
      ];
    } finally {
      client.close();
      await Promise.all([cartulary.stop(), floor.stop()]);
    }
  },
};

interface Run {
  readonly effort: Effort;
  readonly files: number;
  readonly store: string;
  readonly client: LoadClient;
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
}

/** The same questions to both sides. */
interface Question {
  readonly name: string;
  readonly ours: readonly string[];
  readonly floor: readonly string[];
}

const questions = 64;
const dayMs = 86_400_000;

/** A quarter of a year of one type, the newest first. */
function queryByDate(): Question {
  const random = randomFrom(1);
  const ranges = Array.from({ length: questions }, () => {
    const from = oldestMs + Math.floor(random() * 4.7 * 365) * dayMs;
    return [from, from + 90 * dayMs].map((ms) => new Date(ms).toISOString()) as [string, string];
  });
  return {
    name: 'by type and date range, sorted by date',
    ours: ranges.map(([from, to]) =>
      queryPath(
        `SELECT * FROM Note WHERE dc:created BETWEEN TIMESTAMP '${from}' AND TIMESTAMP '${to}' ` +
          'AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0 ORDER BY dc:created DESC',
      ),
    ),
    floor: ranges.map(
      ([from, to]) => `/by-date?${new URLSearchParams({ type: 'Note', from, to })}`,
    ),
  };
}

/** Two words, neither among the most common ones nor rare; the best matches first. */
function queryByWords(): Question {
  const random = randomFrom(2);
  const rank = (): number => 10 + Math.floor(random() * 100);
  const pairs = Array.from({ length: questions }, () => [wordOfRank(rank()), wordOfRank(rank())]);
  return {
    name: 'full text of two words',
    ours: pairs.map((words) =>
      queryPath(
        `SELECT * FROM Document WHERE ecm:fulltext = '${words.join(' ')}' ` +
          'AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0',
      ),
    ),
    floor: pairs.map((words) => `/by-words?${new URLSearchParams({ words: words.join(' AND ') })}`),
  };
}

function queryPath(query: string): string {
  return `/search/execute?${new URLSearchParams({ pageSize: '50', query })}`;
}

/** One request after the other, as a user who sees one document in a hundred. */
async function measureQuery(run: Run, { name, ours, floor }: Question): Promise<Figure> {
  const asClerk = ours.map((path) => `${apiRoot}${path}`);
  const pairs = await interleave(run.effort.rounds, {
    ours: () => meanMs(run, { server: run.cartulary, paths: asClerk, user: clerk }),
    floor: () => meanMs(run, { server: run.floor, paths: floor }),
  });
  return comparePairs(pairs, {
    name: `${name}, ${run.files.toLocaleString('en')} documents`,
    format: milliseconds,
    target: { atMost: 3 },
  });
}

async function meanMs(
  { client, effort }: Run,
  { server, paths, user }: { server: ServerProcess; paths: readonly string[]; user?: Credentials },
): Promise<number> {
  const { perSecond } = await client.run({
    port: server.port,
    connections: 1,
    ...effort,
    requests: paths.map((path) => rawRequest('GET', { path, user })),
    expectedStatus: 200,
  });
  return 1_000 / perSecond;
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
