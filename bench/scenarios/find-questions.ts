import { clerk } from '../generate-store.ts';
import { oldestMs, randomFrom, wordOfRank } from '../generated-content.ts';
import type { LoadClient } from '../load/load-client.ts';
import { type Credentials, rawRequest } from '../load/load-job.ts';
import { comparePairs, type Effort, type Figure, interleave, milliseconds } from '../scenario.ts';
import { apiRoot } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';

/** This server and the floor, on the same documents. */
export interface FindingRun {
  readonly effort: Effort;
  readonly files: number;
  readonly client: LoadClient;
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
}

/** The same queries to both sides. */
export interface Question {
  readonly name: string;
  readonly ours: readonly string[];
  readonly floor: readonly string[];
  /** The user of the request to this server; by default one who sees one document in a hundred. */
  readonly user?: Credentials;
  readonly atMost: number;
}

const questions = 64;
const dayMs = 86_400_000;

/** A quarter of a year of one type, the newest first. */
export function queryByDate(): Question {
  const random = randomFrom(1);
  const ranges = Array.from({ length: questions }, () => {
    const from = oldestMs + Math.floor(random() * 4.7 * 365) * dayMs;
    return [from, from + 90 * dayMs].map((ms) => new Date(ms).toISOString()) as [string, string];
  });
  return {
    name: 'by type and date range, sorted by date',
    atMost: 3,
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
export function queryByWords(): Question {
  const random = randomFrom(2);
  const rank = (): number => 10 + Math.floor(random() * 100);
  const pairs = Array.from({ length: questions }, () => [wordOfRank(rank()), wordOfRank(rank())]);
  return {
    name: 'full text of two words',
    atMost: 3,
    ours: pairs.map((words) =>
      queryPath(
        `SELECT * FROM Document WHERE ecm:fulltext = '${words.join(' ')}' ` +
          'AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0',
      ),
    ),
    floor: pairs.map((words) => `/by-words?${new URLSearchParams({ words: words.join(' ') })}`),
  };
}

function queryPath(query: string): string {
  return `/search/execute?${new URLSearchParams({ pageSize: '50', query })}`;
}

/** One request after the other. */
export async function compareAnswers(run: FindingRun, question: Question): Promise<Figure> {
  const { name, ours, floor, user = clerk, atMost } = question;
  const asUser = ours.map((path) => `${apiRoot}${path}`);
  const pairs = await interleave(run.effort.rounds, {
    ours: () => meanMs(run, { server: run.cartulary, paths: asUser, user }),
    floor: () => meanMs(run, { server: run.floor, paths: floor }),
  });
  return comparePairs(pairs, {
    name: `${name}, ${run.files.toLocaleString('en')} documents`,
    format: milliseconds,
    target: { atMost },
  });
}

async function meanMs(
  { client, effort }: FindingRun,
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
