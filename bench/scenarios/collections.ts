import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administrator, authorizationOf } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  perSecond,
  type Scenario,
  spreadOf,
} from '../scenario.ts';
import { sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import {
  cachedPostgresStore,
  cachedStore,
  copyPostgresStore,
  copyStore,
  withFolder,
} from '../stores.ts';

/** Members of the small collection. */
const few = 10;
/** Members that a bulk command adds. */
const addedByCommand = 10_000;

export const collections: Scenario = {
  name: 'collections',
  summary: 'adding one member to a large collection, against one of 10; many by a bulk command',
  async run(effort) {
    const members = effort.isQuick ? 10_000 : 100_000;
    return [...(await onSqlite(members, effort)), ...(await onPostgres(members, effort))];
  },
};

interface Place {
  readonly engine: string;
  readonly server: ServerProcess;
  readonly members: number;
}

function onSqlite(members: number, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const store = await copyStore(await cachedStore(members), join(folder, 'store'));
    const server = await startCartulary(store);
    const place = { engine: 'SQLite', server, members };
    return measure(place, effort).finally(() => server.stop());
  });
}

function onPostgres(members: number, effort: Effort): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const original = await cachedPostgresStore(members);
    try {
      const copy = await copyPostgresStore(original, join(folder, 'store'));
      const server = await startCartulary(copy.folder, sourceProgram, ['--database-url', copy.url]);
      const place = { engine: 'PostgreSQL', server, members };
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

async function call(server: ServerProcess, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${server.port}/nuxeo${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status >= 300) throw new Error(`${path}: ${response.status}`);
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several shapes
  return (await response.json()) as any;
}

function operate(server: ServerProcess, id: string, body: object) {
  return call(server, `/site/automation/${id}`, body);
}

function changeMembers(
  server: ServerProcess,
  id: 'Document.AddToCollection' | 'Collection.RemoveFromCollection',
  { collection, ids }: { collection: string; ids: readonly string[] },
) {
  return operate(server, id, { input: `docs:${ids.join(',')}`, params: { collection } });
}

async function newCollection(server: ServerProcess, name: string): Promise<string> {
  return (await operate(server, 'Collection.Create', { params: { name } })).uid;
}

const idsPerCall = 1_000;

async function fillCollections(
  { server, members }: Place,
  [small, large]: readonly [string, string],
): Promise<void> {
  const query = encodeURIComponent('SELECT * FROM File ORDER BY ecm:uuid');
  for (let page = 0; page * idsPerCall < members; page += 1) {
    const path = `/api/v1/search/lang/NXQL/execute?pageSize=${idsPerCall}&currentPageIndex=${page}&query=${query}`;
    const { entries } = await call(server, path);
    const ids = entries.map(({ uid }: { uid: string }) => uid);
    if (ids.length === 0) return;
    await changeMembers(server, 'Document.AddToCollection', { collection: large, ids });
    if (page > 0) continue;
    const some = { collection: small, ids: ids.slice(0, few) };
    await changeMembers(server, 'Document.AddToCollection', some);
  }
}

const additions = 200;

/** Milliseconds of one addition; the new members are removed again. */
async function addOnes(
  server: ServerProcess,
  collection: string,
  ids: readonly string[],
): Promise<number> {
  const times: number[] = [];
  for (const id of ids) {
    const startMs = performance.now();
    await changeMembers(server, 'Document.AddToCollection', { collection, ids: [id] });
    times.push(performance.now() - startMs);
  }
  await changeMembers(server, 'Collection.RemoveFromCollection', { collection, ids });
  return spreadOf(times).median;
}

async function measure(place: Place, effort: Effort): Promise<readonly Figure[]> {
  const { engine, server, members } = place;
  const [small, large] = [
    await newCollection(server, 'small'),
    await newCollection(server, 'large'),
  ] as const;
  await fillCollections(place, [small, large]);
  const fresh: string[] = [];
  for (let number = 0; number < additions; number += 1) {
    const body = { 'entity-type': 'document', type: 'Folder', name: `fresh ${number}` };
    const { uid } = await call(server, '/api/v1/path/default-domain', body);
    fresh.push(uid);
  }
  const pairs = await interleave(effort.rounds, {
    ours: () => addOnes(server, large, fresh),
    floor: () => addOnes(server, small, fresh),
  });
  const name = `collections, one more of ${members.toLocaleString('en')}, ${engine}`;
  const one = comparePairs(pairs, { name, format: milliseconds, target: { atMost: 1.5 } });
  const oneMs = spreadOf(pairs.map(({ ours }) => ours)).median;
  return [one, await measureCommand(place, effort, oneMs)];
}

/** Members per second of a bulk command, against as many single additions. */
async function measureCommand(
  { engine, server }: Place,
  effort: Effort,
  oneMs: number,
): Promise<Figure> {
  const rates: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const collection = await newCollection(server, `command ${round}`);
    const startMs = performance.now();
    const query = encodeURIComponent('SELECT * FROM File');
    const path = `/api/v1/search/bulk/automation?queryLimit=${addedByCommand}&query=${query}`;
    const parameters = { collection };
    const body = { operationId: 'Document.AddToCollection', parameters };
    const { commandId } = await call(server, path, body);
    rates.push((await whenDone(server, commandId)) / ((performance.now() - startMs) / 1_000));
  }
  const floor = 1_000 / oneMs;
  return {
    name: `collections, members by a bulk command, ${engine}`,
    ours: perSecond(spreadOf(rates).median),
    floor: perSecond(floor),
    value: spreadOf(rates.map((rate) => rate / floor)),
    target: { atLeast: 1 },
  };
}

async function whenDone(server: ServerProcess, id: string): Promise<number> {
  for (;;) {
    const { state, processed, errorCount } = await call(server, `/api/v1/management/bulk/${id}`);
    if (state === 'COMPLETED') return processed - errorCount;
    await sleep(20);
  }
}
