import { describe, expect, test, vi } from 'vitest';
import { ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createStorePlace, engines } from '../support/engines.ts';

const documents = 300;
const path = '/api/v1/management/migration/tag-labels';

async function createTagged(server: ChildServer, name: string): Promise<void> {
  const properties = { 'nxtag:tags': [{ label: `Big ${name}`, username: 'ann' }] };
  const body = { 'entity-type': 'document', type: 'File', name, properties };
  const response = await sendTo(server, 'POST /api/v1/path/default-domain/workspaces', body);
  expect(response.status).toBe(201);
}

async function statusOf(server: ChildServer) {
  const response = await sendTo(server, `GET ${path}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { status: Record<string, unknown> }).status;
}

async function countTagged(server: ChildServer, pattern: string): Promise<number> {
  const query = encodeURIComponent(`SELECT * FROM File WHERE ecm:tag/*1 LIKE '${pattern}'`);
  const response = await sendTo(server, `GET /api/v1/search/execute?pageSize=1&query=${query}`);
  return ((await response.json()) as { resultsCount: number }).resultsCount;
}

describe.concurrent.each(engines)(
  'a server on %s that ends while it runs a migration',
  (engine) => {
    test.each(['kill', 'stop'] as const)(
      'goes on with it after a %s, and ends it',
      async (end) => {
        const place = await createStorePlace(engine);
        let server = new ChildServer(place);
        try {
          const names = Array.from({ length: documents }, (_, at) => `d${at}`);
          while (names.length > 0) {
            const some = names.splice(0, 20);
            await Promise.all(some.map((name) => createTagged(server, name)));
          }
          expect((await sendTo(server, `POST ${path}/run`)).status).toBe(202);
          await server[end]();
          server = new ChildServer(place);
          const again = await sendTo(server, `POST ${path}/run`);
          // It runs already, or it was done before the server was killed.
          expect(again.status).toBe(400);
          await vi.waitFor(async () => expect((await statusOf(server)).running).toBe(false), {
            timeout: 120_000,
            interval: 200,
          });
          expect(await statusOf(server)).toMatchObject({ state: 'normalized', errorMessage: null });
          expect(await countTagged(server, 'bigd%')).toBe(documents);
          expect(await countTagged(server, 'Big d%')).toBe(0);
          await server.stop();
          expect(await runCheck(place)).toMatchObject({ status: 0 });
        } finally {
          await server.kill();
          await place.remove();
        }
      },
      300_000,
    );
  },
);
