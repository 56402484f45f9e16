import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { slicesOf } from '../../src/base/slices.ts';
import { administrator, ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createStorePlace, engines } from '../support/engines.ts';

const documents = 200;
/** Documents that are created at the same time. */
const atOnce = 25;
const workspaces = '/default-domain/workspaces';

interface Api {
  call(operation: string, input: string, params?: object): Promise<Response>;
  get(path: string): Promise<Response>;
}

async function apiOf(server: ChildServer): Promise<Api> {
  const url = await server.url;
  const headers = { authorization: administrator, 'content-type': 'application/json' };
  return {
    call: (operation, input, params = {}) =>
      fetch(`${url}/site/automation/${operation}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ input, params }),
      }),
    get: (path) => fetch(`${url}/api/v1${path}`, { headers }),
  };
}

async function create(server: ChildServer, parent: string, name: string): Promise<void> {
  const body = { 'entity-type': 'document', type: 'Folder', name };
  const response = await sendTo(server, `POST /api/v1/path${parent}`, body);
  expect(response.status).toBe(201);
}

async function pendingOf(api: Api): Promise<number> {
  const response = await api.get('/management/pending-changes');
  expect(response.status).toBe(200);
  const { entries, tasks } = (await response.json()) as Record<'entries' | 'tasks', unknown[]>;
  return entries.length + tasks.length;
}

/** What every request must see, however much is written. */
async function expectChanged(api: Api): Promise<void> {
  for (const at of [0, 1, documents / 2, documents - 1]) {
    const moved = await api.get(`/path${workspaces}/target/large/d${at}`);
    expect(moved.status).toBe(200);
    expect((await api.get(`/path${workspaces}/large/d${at}`)).status).toBe(404);
    expect((await api.get(`/path${workspaces}/doomed/d${at}`)).status).toBe(404);
  }
  const query = encodeURIComponent(
    `SELECT * FROM Folder WHERE ecm:path STARTSWITH '${workspaces}' AND ecm:isTrashed = 0`,
  );
  const found = await api.get(`/search/lang/NXQL/execute?pageSize=1&query=${query}`);
  const { resultsCount } = (await found.json()) as { resultsCount: number };
  // The moved folder with its documents, and its new parent.
  expect(resultsCount).toBe(documents + 2);
}

describe.concurrent.each(engines)(
  'a server on %s that is killed while it writes slices',
  (engine) => {
    test('goes on where it was, and every request sees the whole change', async () => {
      const place = await createStorePlace(engine);
      let server = new ChildServer(place);
      try {
        for (const name of ['large', 'doomed', 'target']) await create(server, workspaces, name);
        const names = Array.from({ length: documents }, (_each, at) => `d${at}`);
        for (const some of slicesOf(names, atOnce)) {
          await Promise.all(
            some.flatMap((name) => [
              create(server, `${workspaces}/large`, name),
              create(server, `${workspaces}/doomed`, name),
            ]),
          );
        }
        const first = await apiOf(server);
        const target = `${workspaces}/target`;
        expect((await first.call('Document.Move', `${workspaces}/large`, { target })).status).toBe(
          200,
        );
        expect((await first.call('Document.Delete', `${workspaces}/doomed`)).status).toBe(204);
        for (let kill = 0; kill < 3; kill += 1) {
          await sleep(50 * kill);
          await server.kill();
          server = new ChildServer(place);
          await expectChanged(await apiOf(server));
        }
        const last = await apiOf(server);
        await vi.waitFor(async () => expect(await pendingOf(last)).toBe(0), {
          timeout: 120_000,
          interval: 200,
        });
        await expectChanged(last);
        await server.stop();
        expect(await runCheck(place)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await place.remove();
      }
    }, 300_000);
  },
);
