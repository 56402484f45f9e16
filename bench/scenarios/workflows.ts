import { join } from 'node:path';
import { actor, reviewsPath, type TaskStore } from '../generate-tasks.ts';
import { LoadClient } from '../load/load-client.ts';
import { authorizationOf, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  type Scenario,
  spreadOf,
} from '../scenario.ts';
import { apiRoot, sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import {
  cachedPostgresTasks,
  cachedTasks,
  copyPostgresStore,
  copyStore,
  withFolder,
} from '../stores.ts';

/** As many tasks for each user as in the large store. */
const few: TaskStore = { tasks: 1_000, users: 10 };
/** Ended in one round. */
const endedPerRound = 10;
const enrichers = 'pendingTasks, runningWorkflows, runnableWorkflows';

export const workflows: Scenario = {
  name: 'workflows',
  summary:
    'lists of tasks, ending a task and a page with enrichers, with many open tasks against few',
  async run(effort) {
    const many = effort.isQuick ? { tasks: 10_000, users: 100 } : { tasks: 100_000, users: 1_000 };
    return [...(await onSqlite(many, effort)), ...(await onPostgres(many, effort))];
  },
};

interface Place {
  readonly engine: string;
  readonly many: TaskStore;
  /** With many tasks, and with few. */
  readonly ours: ServerProcess;
  readonly floor: ServerProcess;
}

function onSqlite(many: TaskStore, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const start = async (size: TaskStore, name: string) =>
      startCartulary(await copyStore(await cachedTasks(size), join(folder, name)));
    const [ours, floor] = [await start(many, 'many'), await start(few, 'few')];
    const place = { engine: 'SQLite', many, ours, floor };
    return measure(place, effort).finally(() => Promise.all([ours.stop(), floor.stop()]));
  });
}

function onPostgres(many: TaskStore, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const started: (() => Promise<unknown>)[] = [];
    const start = async (size: TaskStore, name: string): Promise<ServerProcess> => {
      const original = await cachedPostgresTasks(size);
      started.push(() => original.stop());
      const copy = await copyPostgresStore(original, join(folder, name));
      started.push(() => copy.remove());
      const server = await startCartulary(copy.folder, sourceProgram, ['--database-url', copy.url]);
      started.push(() => server.stop());
      return server;
    };
    try {
      const [ours, floor] = [await start(many, 'many'), await start(few, 'few')];
      return await measure({ engine: 'PostgreSQL', many, ours, floor }, effort);
    } finally {
      for (const stop of started.reverse()) await stop();
    }
  });
}

async function measure(place: Place, effort: Effort): Promise<readonly Figure[]> {
  const client = new LoadClient();
  try {
    const lists = await measureLists(place, effort, client);
    const page = await measurePage(place, effort, client);
    return [lists, page, await measureEndings(place, effort)];
  } finally {
    client.close();
  }
}

function titleOf({ engine, many }: Place, what: string): string {
  return `workflows, ${what}, ${many.tasks.toLocaleString('en')} open tasks, ${engine}`;
}

async function measureLists(place: Place, effort: Effort, client: LoadClient): Promise<Figure> {
  const path = `${apiRoot}/task?userId=${actor.username}`;
  const request = rawRequest('GET', { path, user: actor });
  return comparedP99(place, effort, { client, request, what: 'GET /task of one user, p99' });
}

async function measurePage(place: Place, effort: Effort, client: LoadClient): Promise<Figure> {
  const path = `${apiRoot}/path${reviewsPath}/@children?pageSize=50`;
  const headers = `enrichers.document: ${enrichers}\r\n\r\n`;
  const request = rawRequest('GET', { path, user: actor }).replace('\r\n\r\n', `\r\n${headers}`);
  return comparedP99(place, effort, { client, request, what: '50 documents with enrichers, p99' });
}

interface Comparison {
  readonly client: LoadClient;
  readonly request: string;
  readonly what: string;
}

async function comparedP99(
  place: Place,
  effort: Effort,
  { client, request, what }: Comparison,
): Promise<Figure> {
  const p99 = async ({ port }: ServerProcess): Promise<number> => {
    const job = { port, connections: 2, ...effort, requests: [request], expectedStatus: 200 };
    return (await client.run(job)).latencies.p99;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => p99(place.ours),
    floor: () => p99(place.floor),
  });
  const figure = { name: titleOf(place, what), format: milliseconds, target: { atMost: 2 } };
  return comparePairs(pairs, figure);
}

const headers = {
  authorization: authorizationOf(actor),
  'content-type': 'application/json',
};

async function openTaskIds({ port }: ServerProcess): Promise<readonly string[]> {
  const url = `http://127.0.0.1:${port}${apiRoot}/task?userId=${actor.username}&pageSize=${endedPerRound}`;
  const response = await fetch(url, { headers });
  const { entries } = (await response.json()) as { entries: readonly { id: string }[] };
  return entries.map(({ id }) => id);
}

/** Milliseconds of ending one task of the user; the review ends with it. */
async function timeOfEndings(server: ServerProcess): Promise<number> {
  const times: number[] = [];
  for (const id of await openTaskIds(server)) {
    const body = JSON.stringify({ 'entity-type': 'task', id, comment: 'fine', variables: {} });
    const url = `http://127.0.0.1:${server.port}${apiRoot}/task/${id}/validate`;
    const startMs = performance.now();
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    await response.text();
    times.push(performance.now() - startMs);
  }
  return spreadOf(times).median;
}

async function measureEndings(place: Place, effort: Effort): Promise<Figure> {
  const pairs = await interleave(effort.rounds, {
    ours: () => timeOfEndings(place.ours),
    floor: () => timeOfEndings(place.floor),
  });
  const name = titleOf(place, 'ending a task');
  return comparePairs(pairs, { name, format: milliseconds, target: { atMost: 2 } });
}
