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
const connections = 32;
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
  readonly folder: string;
  readonly settings: readonly string[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

function onSqlite(effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const store = await copyStore(await cachedStore(storeFiles), join(folder, 'store'));
    const place: Place = {
      engine: 'SQLite',
      folder: store,
      settings: [],
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
      const place = { engine: 'PostgreSQL', folder: store.folder, settings, files, folders };
      return await compareAll(effort, place);
    } finally {
      await store.remove();
      await original.stop();
    }
  });
}

/** One after the other on the same store: two servers would disturb each other on SQLite. */
async function compareAll(effort: Effort, place: Place): Promise<readonly Figure[]> {
  const client = new LoadClient();
  try {
    const figures: Figure[] = [];
    for (const count of counts) {
      for (const line of linesFor(place)) {
        figures.push(await compare({ effort, client, place }, { line, count }));
      }
    }
    return figures;
  } finally {
    client.close();
  }
}

interface Line {
  readonly name: string;
  readonly requests: readonly string[];
  readonly expectedStatus: number;
}

function linesFor({ files, folders }: Place): readonly Line[] {
  const query = encodeURIComponent("SELECT * FROM File WHERE dc:title LIKE 'Report%'");
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
}

async function compare(
  run: Run,
  { line, count }: { readonly line: Line; readonly count: number },
): Promise<Figure> {
  const pairs = await interleave(run.effort.rounds, {
    ours: () => measure(run, { line, count }),
    floor: () => measure(run, { line, count: 1 }),
  });
  return comparePairs(pairs, {
    name: `${run.place.engine}: ${line.name}, ${count} processes`,
    format: (value) => `${Math.round(value)}/CPU s`,
    target: { atLeast: leftOfEach ** (count - 1) },
  });
}

/** Requests per second of processor time of all processes of the server. */
async function measure(
  { effort, client, place }: Run,
  { line, count }: { readonly line: Line; readonly count: number },
): Promise<number> {
  const settings = [...place.settings, '--workers', String(count)];
  const server = await startCartulary(place.folder, sourceProgram, settings);
  try {
    const { requests, expectedStatus } = line;
    const load = (durationMs: number) => {
      const { port } = server;
      return client.run({ port, connections, warmupMs: 0, durationMs, requests, expectedStatus });
    };
    await whenIdle(server);
    // Each process compiles its code itself.
    await load(effort.warmupMs * 4 * count);
    const before = await server.cpuSeconds();
    const { perSecond } = await load(effort.durationMs);
    const used = (await usedSince(server, before)) / (effort.durationMs / 1_000);
    return perSecond / used;
  } finally {
    await server.stop();
  }
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
