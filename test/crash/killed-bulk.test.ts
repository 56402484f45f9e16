import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  administrator,
  ChildServer,
  type ChildServerOptions,
  runCheck,
} from '../support/child-server.ts';
import { createPostgresDatabase, makeFolder } from '../support/engines.ts';

const documents = 400;
const headers = { authorization: administrator, 'content-type': 'application/json' };

async function call(server: ChildServer, method: string, path: string, body?: object) {
  const response = await fetch(`${await server.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function createDocuments(server: ChildServer): Promise<void> {
  for (let at = 0; at < documents; at += 1) {
    await call(server, 'POST', '/api/v1/path/default-domain/workspaces', {
      'entity-type': 'document',
      type: 'File',
      name: `d${at}`,
      properties: { 'dc:title': 'killed' },
    });
  }
}

const query = "SELECT * FROM Document WHERE dc:title = 'killed' AND ecm:isVersion = 0";

const subject = 'art/cinema';

/** Each call of the operation adds the subject: a document that was done twice has it twice. */
async function submit(server: ChildServer): Promise<string> {
  const path = `/api/v1/search/bulk/automation?query=${encodeURIComponent(query)}`;
  const parameters = {
    properties: { 'dc:subjects': subject },
    propertiesBehaviors: { 'dc:subjects': 'append_including_duplicates' },
  };
  const command = { operationId: 'Document.Update', parameters };
  const { commandId } = await call(server, 'POST', path, command);
  return commandId;
}

/** Documents with the subject at that place of the list. */
async function countAt(server: ChildServer, place: number): Promise<number> {
  const text = `${query} AND dc:subjects/${place} = '${subject}'`;
  const path = `/api/v1/search/lang/NXQL/execute?pageSize=1&query=${encodeURIComponent(text)}`;
  return (await call(server, 'GET', path)).resultsCount;
}

describe('a bulk command whose server is killed', () => {
  test.concurrent.each(['sqlite', 'postgres'] as const)(
    'on %s ends with exact counts, and each document was done once',
    { timeout: 240_000 },
    async (engine) => {
      const folder = await makeFolder();
      const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
      const options: ChildServerOptions = { data: folder.path, databaseUrl: postgres?.url };
      let server = new ChildServer(options);
      try {
        await createDocuments(server);
        const id = await submit(server);
        for (let kill = 0; kill < 3; kill += 1) {
          await sleep(100 + 150 * kill);
          await server.kill();
          server = new ChildServer(options);
          await call(server, 'GET', `/api/v1/management/bulk/${id}`);
        }
        const status = await vi.waitFor(
          async () => {
            const found = await call(server, 'GET', `/api/v1/management/bulk/${id}`);
            if (found.state !== 'COMPLETED') throw new Error(JSON.stringify(found));
            return found;
          },
          { timeout: 120_000, interval: 200 },
        );
        expect(status).toMatchObject({ processed: documents, total: documents, errorCount: 0 });
        expect([await countAt(server, 0), await countAt(server, 1)]).toEqual([documents, 0]);
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
