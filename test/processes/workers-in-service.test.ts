import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ChildServer } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';
import { clientsOf, type WorkerClient } from '../support/worker-clients.ts';

const waiting = { timeout: 60_000 };

describe.each(engines)(
  'two workers behind a load balancer, with two repositories, on %s',
  (engine) => {
    let store: CliStore;
    let server: ChildServer;
    let clients: readonly WorkerClient[];
    beforeAll(async () => {
      store = await createCliStore(engine);
      const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
      const repositories = [{ name: 'archive', data: join(data, 'archive') }];
      const settings = {
        CARTULARY_WORKERS: '2',
        // Longer than the test: its end is that of the processes.
        CARTULARY_DRAIN_SECONDS: '300',
        CARTULARY_REPOSITORIES: JSON.stringify(repositories),
      };
      server = new ChildServer({ data, databaseUrl, settings });
      clients = await clientsOf(server, 2);
    });
    afterAll(async () => {
      for (const client of clients) client.close();
      await server.kill();
      await store.close();
    });

    test('a user whom one worker has made is found in the other repository by both', async () => {
      for (const [at, client] of clients.entries()) {
        const username = `made-by-${at}`;
        const properties = { username, password: username };
        const body = { 'entity-type': 'user', id: '', properties };
        expect((await client.send('POST /api/v1/user', { body })).status).toBe(201);
        const headers = { 'X-NXRepository': 'archive' };
        const path = '/api/v1/path/default-domain/workspaces';
        const params = { permission: 'Read', users: username };
        const given = await client.send('POST /site/automation/Document.AddPermission', {
          headers,
          body: { input: '/default-domain/workspaces', params },
        });
        expect(given.status).toBe(200);
        const credentials = `Basic ${Buffer.from(`${username}:${username}`).toString('base64')}`;
        for (const each of clients) {
          expect((await each.send(`GET ${path}`, { headers, credentials })).status).toBe(200);
        }
      }
    });

    test('from SIGTERM on none of them is ready, and both go on serving', async () => {
      const ready = () => Promise.all(clients.map((client) => client.send('GET /health/ready')));
      expect((await ready()).map(({ status }) => status)).toEqual([200, 200]);
      server.process.kill('SIGTERM');
      await vi.waitFor(async () => {
        const answers = await ready();
        expect(answers.map(({ status, json }) => [status, json.server])).toEqual([
          [503, 'draining'],
          [503, 'draining'],
        ]);
      }, waiting);
      const [here, there] = await Promise.all(
        clients.map((client) => client.send('GET /api/v1/me')),
      );
      expect([here?.status, there?.status]).toEqual([200, 200]);
      expect(here?.process).not.toBe(there?.process);
    });
  },
);
