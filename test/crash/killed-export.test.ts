import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  administrator,
  ChildServer,
  type ChildServerOptions,
  runCheck,
} from '../support/child-server.ts';
import { createPostgresDatabase, makeFolder } from '../support/engines.ts';

const documents = 300;
const headers = { authorization: administrator, 'content-type': 'application/json' };

async function call(server: ChildServer, line: string, body?: object): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  return fetch(`${await server.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function createDocuments(server: ChildServer): Promise<void> {
  for (let at = 0; at < documents; at += 1) {
    const body = { 'entity-type': 'document', type: 'File', name: `d${at}` };
    const made = await call(server, 'POST /api/v1/path/default-domain/workspaces', body);
    expect(made.status).toBe(201);
  }
}

describe('an export whose server is killed', () => {
  test.concurrent.each(['sqlite', 'postgres'] as const)(
    'on %s has a line for each document, once',
    { timeout: 240_000 },
    async (engine) => {
      const folder = await makeFolder();
      const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
      const options: ChildServerOptions = { data: folder.path, databaseUrl: postgres?.url };
      let server = new ChildServer(options);
      try {
        await createDocuments(server);
        const query = encodeURIComponent('SELECT * FROM File');
        const submitted = await call(server, `POST /api/v1/search/bulk/csvExport?query=${query}`);
        const { commandId } = (await submitted.json()) as { commandId: string };
        for (let kill = 0; kill < 3; kill += 1) {
          await sleep(50 + 100 * kill);
          await server.kill();
          server = new ChildServer(options);
        }
        const text = await vi.waitFor(
          async () => {
            const reply = await call(server, `GET /nxbigblob/${commandId}`);
            if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
            return reply.text();
          },
          { timeout: 120_000, interval: 200 },
        );
        const ids = text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[1]);
        expect([ids.length, new Set(ids).size]).toEqual([documents, documents]);
        await server.stop();
        expect(await runCheck(options)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await postgres?.drop();
        await folder.remove();
      }
    },
  );
});
