import { join } from 'node:path';
import { LoadClient } from '../load/load-client.ts';
import { numberMark, rawRequest } from '../load/load-job.ts';
import { comparePairs, type Effort, type Figure, interleave, type Scenario } from '../scenario.ts';
import { apiRoot, sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import {
  cachedPostgresStore,
  cachedStore,
  copyPostgresStore,
  copyStore,
  folderIds,
  sampleFiles,
  sampleIds,
  withFolder,
} from '../stores.ts';

const storeFiles = 10_000;
const connectionsOfEach = 32;
const counts = [2, 3] as const;
/** What is left of a request per processor second with each process that is added. */
const leftOfEach = 0.9;

export const workers: Scenario = {
  name: 'workers',
  summary: 'requests per second of processor time of several processes, against one',
  run: async (effort) => [...(await onSqlite(effort)), ...(await onPostgres(effort))],
};

interface Place {
  readonly engine: string;
  /** Starts a server of so many processes. */
  start(count: number): Promise<ServerProcess>;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

function startWith(folder: string, count: number, settings: readonly string[] = []) {
  const all = [...settings, '--workers', String(count)];
  return startCartulary(folder, sourceProgram, all);
}

function onSqlite(effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const store = await cachedStore(storeFiles);
    const place: Place = {
      engine: 'SQLite',
      // Each has a store of its own: two servers on one would wait for each other's writes.
      start: async (count) => startWith(await copyStore(store, join(folder, `${count}`)), count),
      files: sampleFiles(store, 1_000).map(({ id }) => id),
      folders: folderIds(store),
    };
    return compareAll(effort, place);
  });
}

function onPostgres(effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const original = await cachedPostgresStore(storeFiles, { flushes: true });
    const store = await copyPostgresStore(original, join(folder, 'store'));
    try {
      const { files, folders } = await sampleIds(store.url, 1_000);
      const settings = ['--database-url', store.url];
      const start = (count: number) => startWith(store.folder, count, settings);
      return await compareAll(effort, { engine: 'PostgreSQL', start, files, folders });
    } finally {
      await store.remove();
      await original.stop();
    }
  });
}

async function compareAll(effort: Effort, place: Place): Promise<readonly Figure[]> {
  const client = new LoadClient();
  const servers = new Map<number, ServerProcess>();
  try {
    for (const count of [1, ...counts]) servers.set(count, await place.start(count));
    const run: Run = { effort, client, place, servers };
    for (const server of servers.values()) await whenIdle(server);
    const figures: Figure[] = [];
    for (const line of linesFor(place)) figures.push(...(await compareLine(run, line)));
    return figures;
  } finally {
    client.close();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

interface Line {
  readonly name: string;
  readonly requests: readonly string[];
  readonly expectedStatus: number;
}

function linesFor({ files, folders }: Place): readonly Line[] {
  const query = encodeURIComponent(`SELECT * FROM File WHERE ecm:parentId = '${folders[0]}'`);
  const json = {
    'entity-type': 'document',
    name: `report-${numberMark}`,
    type: 'File',
    properties: { 'dc:title': `Report ${numberMark}`, 'dc:language': 'en' },
  };
  const find = `${apiRoot}/search/execute?pageSize=10&query=${query}`;
  return [
    {
      name: 'GET /id',
      requests: files.map((id) => rawRequest('GET', { path: `${apiRoot}/id/${id}` })),
      expectedStatus: 200,
    },
    { name: 'a query', requests: [rawRequest('GET', { path: find })], expectedStatus: 200 },
    {
      name: 'POST /id',
      requests: folders.map((id) => rawRequest('POST', { path: `${apiRoot}/id/${id}`, json })),
      expectedStatus: 201,
    },
  ];
}

interface Run {
  readonly effort: Effort;
  readonly client: LoadClient;
  readonly place: Place;
  readonly servers: ReadonlyMap<number, ServerProcess>;
}

async function compareLine(run: Run, line: Line): Promise<readonly Figure[]> {
  const { effort, place, servers } = run;
  // Each process compiles its code itself.
  for (const count of servers.keys()) await load(run, { line, count, ms: effort.warmupMs * count });
  const figures: Figure[] = [];
  for (const count of counts) {
    const pairs = await interleave(effort.rounds, {
      ours: () => perCpuSecond(run, line, count),
      floor: () => perCpuSecond(run, line, 1),
    });
    figures.push(
      comparePairs(pairs, {
        name: `${place.engine}: ${line.name}, ${count} processes`,
        format: (value) => `${Math.round(value)}/CPU s`,
        target: { atLeast: leftOfEach ** (count - 1) },
      }),
    );
  }
  return figures;
}

/** Of all processes of the server. */
async function perCpuSecond(run: Run, line: Line, count: number): Promise<number> {
  const ms = run.effort.durationMs;
  const server = serverOf(run, count);
  const before = await server.cpuSeconds();
  const { perSecond } = await load(run, { line, count, ms });
  return (perSecond * ms) / 1_000 / (await usedSince(server, before));
}

interface Load {
  readonly line: Line;
  readonly count: number;
  readonly ms: number;
}

/** As many connections for each process: what it takes in together it does together, which costs less. */
function load(run: Run, { line, count, ms }: Load) {
  const { requests, expectedStatus } = line;
  return run.client.run({
    port: serverOf(run, count).port,
    connections: connectionsOfEach * count,
    warmupMs: 0,
    durationMs: ms,
    requests,
    expectedStatus,
  });
}

function serverOf({ servers }: Run, count: number): ServerProcess {
  const server = servers.get(count);
  if (!server) throw new Error(`no server of ${count} processes was started`);
  return server;
}

/** All processes have started. */
async function whenIdle(server: ServerProcess): Promise<void> {
  for (let used = 1; used > 0.03; ) {
    const before = await server.cpuSeconds();
    await new Promise((resolve) => setTimeout(resolve, 700));
    used = await usedSince(server, before);
  }
}

async function usedSince(server: ServerProcess, before: number): Promise<number> {
  return (await server.cpuSeconds()) - before;
}
