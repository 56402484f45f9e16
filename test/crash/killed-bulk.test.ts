import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createStorePlace } from '../support/engines.ts';

const documents = 400;

async function call(server: ChildServer, line: string, body?: object) {
  const response = await sendTo(server, line, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${line}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function createDocuments(server: ChildServer): Promise<void> {
  for (let at = 0; at < documents; at += 1) {
    await call(server, 'POST /api/v1/path/default-domain/workspaces', {
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
  const line = `POST /api/v1/search/bulk/automation?query=${encodeURIComponent(query)}`;
  const parameters = {
    properties: { 'dc:subjects': subject },
    propertiesBehaviors: { 'dc:subjects': 'append_including_duplicates' },
  };
  const command = { operationId: 'Document.Update', parameters };
  const { commandId } = await call(server, line, command);
  return commandId;
}

/** Documents with the subject at that place of the list. */
async function countAt(server: ChildServer, place: number): Promise<number> {
  const text = `${query} AND dc:subjects/${place} = '${subject}'`;
  const line = `GET /api/v1/search/lang/NXQL/execute?pageSize=1&query=${encodeURIComponent(text)}`;
  return (await call(server, line)).resultsCount;
}

describe('a bulk command whose server is killed', () => {
  test.concurrent.each(['sqlite', 'postgres'] as const)(
    'on %s ends with exact counts, and each document was done once',
    { timeout: 240_000 },
    async (engine) => {
      const place = await createStorePlace(engine);
      let server = new ChildServer(place);
      try {
        await createDocuments(server);
        const id = await submit(server);
        for (let kill = 0; kill < 3; kill += 1) {
          await sleep(100 + 150 * kill);
          await server.kill();
          server = new ChildServer(place);
          await call(server, `GET /api/v1/management/bulk/${id}`);
        }
        const status = await vi.waitFor(
          async () => {
            const found = await call(server, `GET /api/v1/management/bulk/${id}`);
            if (found.state !== 'COMPLETED') throw new Error(JSON.stringify(found));
            return found;
          },
          { timeout: 120_000, interval: 200 },
        );
        expect(status).toMatchObject({ processed: documents, total: documents, errorCount: 0 });
        expect([await countAt(server, 0), await countAt(server, 1)]).toEqual([documents, 0]);
        await server.stop();
        expect(await runCheck(place)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});
