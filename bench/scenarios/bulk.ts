import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, floorProgram, sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import {
  cachedPostgresStore,
  cachedStore,
  copyPostgresStore,
  copyStore,
  databaseOf,
  sampleFiles,
  withFolder,
} from '../stores.ts';

const connections = 8;

export const bulk: Scenario = {
  name: 'bulk',
  summary: 'setProperties on all documents, against a bare loop of updates; GET /id meanwhile',
  async run(effort) {
    const documents = effort.isQuick ? 10_000 : 100_000;
    return [...(await onSqlite(documents, effort)), ...(await onPostgres(documents, effort))];
  },
};

interface Place {
  readonly engine: string;
  readonly server: ServerProcess;
  /** Of the bare loop. */
  readonly database: string;
  readonly ids: readonly string[];
}

function onSqlite(documents: number, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const store = await copyStore(await cachedStore(documents), join(folder, 'store'));
    const other = await copyStore(await cachedStore(documents), join(folder, 'other'));
    const server = await startCartulary(store);
    const ids = sampleFiles(store, 1_000).map(({ id }) => id);
    const place = { engine: 'SQLite', server, database: databaseOf(other), ids };
    return measure(place, effort).finally(() => server.stop());
  });
}

function onPostgres(documents: number, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const original = await cachedPostgresStore(documents);
    try {
      const copy = await copyPostgresStore(original, join(folder, 'store'));
      const server = await startCartulary(copy.folder, sourceProgram, ['--database-url', copy.url]);
      const ids = await idsOf(server);
      // The bare loop updates the same rows, in turn with the command.
      const place = { engine: 'PostgreSQL', server, database: copy.url, ids };
      return await measure(place, effort).finally(async () => {
        await server.stop();
        await copy.remove();
      });
    } finally {
      await original.stop();
    }
  });
}

const headers = {
  authorization: authorizationOf(administrator),
  'content-type': 'application/json',
};

async function call(server: ServerProcess, method: string, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${server.port}${apiRoot}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status >= 300) throw new Error(`${path}: ${response.status}`);
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several shapes
  return (await response.json()) as any;
}

async function idsOf(server: ServerProcess): Promise<readonly string[]> {
  const query = encodeURIComponent('SELECT * FROM File');
  const path = `/search/lang/NXQL/execute?pageSize=1000&query=${query}`;
  const { entries } = await call(server, 'GET', path);
  return entries.map(({ uid }: { uid: string }) => uid);
}

let commands = 0;

async function submit(server: ServerProcess): Promise<string> {
  commands += 1;
  const query = encodeURIComponent('SELECT * FROM Document WHERE ecm:isVersion = 0');
  const path = `/search/bulk/setProperties?query=${query}`;
  // The bare loop makes no versions either.
  const value = { 'dc:source': `command ${commands}`, VersioningOption: 'NONE' };
  return (await call(server, 'POST', path, value)).commandId;
}

/** Asking for the status more often would slow down the command, which rests while requests arrive. */
const pollMs = 100;

/** The rate from the submission to the end, as the status has them. */
async function runCommand(server: ServerProcess): Promise<number> {
  const id = await submit(server);
  for (;;) {
    await sleep(pollMs);
    const status = await call(server, 'GET', `/management/bulk/${id}`);
    if (status.state !== 'COMPLETED') continue;
    return (
      (status.processed / (Date.parse(status.completed) - Date.parse(status.submitted))) * 1_000
    );
  }
}

async function runFloor(database: string): Promise<number> {
  const args = [floorProgram('update-rows'), database, `loop ${performance.now()}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

async function measure(place: Place, effort: Effort): Promise<readonly Figure[]> {
  const { engine, server, database } = place;
  const rates = await interleave(effort.rounds, {
    ours: () => runCommand(server),
    floor: () => runFloor(database),
  });
  const name = `setProperties, documents, ${engine}`;
  const rate = comparePairs(rates, { name, format: perSecond, target: { atLeast: 0.2 } });
  return [rate, ...(await measureReads(place, effort))];
}

async function measureReads(
  { engine, server, ids }: Place,
  effort: Effort,
): Promise<readonly Figure[]> {
  const client = new LoadClient();
  const p99s: { during: number[]; idle: number[] } = { during: [], idle: [] };
  const read = async (when: keyof typeof p99s): Promise<number> => {
    const job = {
      port: server.port,
      connections,
      ...effort,
      requests: ids.map((id) => rawRequest('GET', { path: `${apiRoot}/id/${id}` })),
      expectedStatus: 200,
    };
    const { perSecond: rate, latencies } = await client.run(job);
    p99s[when].push(latencies.p99);
    return rate;
  };
  try {
    const pairs = await interleave(effort.rounds, {
      async ours() {
        const id = await submit(server);
        const rate = await read('during');
        await call(server, 'PUT', `/bulk/${id}/abort`);
        return rate;
      },
      floor: () => read('idle'),
    });
    const name = `GET /id during setProperties against none, ${engine}`;
    const waits = p99s.during.map((ours, round) => ({
      ours,
      floor: p99s.idle[round] ?? Number.NaN,
    }));
    return [
      comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.7 } }),
      comparePairs(waits, { name: `${name}: p99`, format: milliseconds, target: { atMost: 3 } }),
    ];
  } finally {
    client.close();
  }
}
