import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createStorePlace } from '../support/engines.ts';

const documents = 300;

async function createDocuments(server: ChildServer): Promise<void> {
  for (let at = 0; at < documents; at += 1) {
    const body = { 'entity-type': 'document', type: 'File', name: `d${at}` };
    const made = await sendTo(server, 'POST /api/v1/path/default-domain/workspaces', body);
    expect(made.status).toBe(201);
  }
}

describe('an export whose server is killed', () => {
  test.concurrent.each(['sqlite', 'postgres'] as const)(
    'on %s has a line for each document, once',
    { timeout: 240_000 },
    async (engine) => {
      const place = await createStorePlace(engine);
      let server = new ChildServer(place);
      try {
        await createDocuments(server);
        const query = encodeURIComponent('SELECT * FROM File');
        const submitted = await sendTo(server, `POST /api/v1/search/bulk/csvExport?query=${query}`);
        const { commandId } = (await submitted.json()) as { commandId: string };
        for (let kill = 0; kill < 3; kill += 1) {
          await sleep(50 + 100 * kill);
          await server.kill();
          server = new ChildServer(place);
        }
        const text = await vi.waitFor(
          async () => {
            const reply = await sendTo(server, `GET /nxbigblob/${commandId}`);
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
        expect(await runCheck(place)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});
