import { describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../support/app.ts';
import { administrator, ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { endOfImport, importCsv } from '../support/csv-imports.ts';
import { createStorePlace } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

const documents = 400;
const path = '/default-domain/workspaces';

/** Requests to the server that runs at that time. */
function clientOf(server: () => ChildServer): TestClient {
  return {
    async request(line, { body, headers } = {}) {
      const [method = '', place = ''] = line.split(' ');
      const sent = body instanceof Uint8Array ? body : JSON.stringify(body);
      const reply = await fetch(`${await server().url}${place}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: administrator, ...headers },
        ...(body !== undefined && { body: sent as never }),
      });
      const text = await reply.text();
      const json = text === '' ? null : JSON.parse(text);
      return { status: reply.status, text, json } as never;
    },
  };
}

describe('an import from CSV whose server is killed', () => {
  test.concurrent.each(['sqlite', 'postgres'] as const)(
    'on %s does each line once',
    { timeout: 240_000 },
    async (engine) => {
      const place = await createStorePlace(engine);
      let server = new ChildServer(place);
      const client = clientOf(() => server);
      try {
        const lines = Array.from(
          { length: documents },
          (_, index) => `d${index},File,Title ${index}`,
        );
        const started = await importCsv(client, ['name,type,dc:title', ...lines].join('\n'), {
          path,
        });
        expect(started.status).toBe(200);
        const input = started.json.value;
        let seen = 0;
        for (let kill = 0; kill < 2; kill += 1) {
          await vi.waitFor(
            async () => {
              const { value } = (await callOperation(client, 'CSV.ImportStatus', { input })).json;
              if (value.numberOfProcessedDocument <= seen && !value.complete) throw new Error();
              seen = value.numberOfProcessedDocument;
            },
            { timeout: 60_000, interval: 5 },
          );
          await server.kill();
          server = new ChildServer(place);
        }
        const { result, log } = await endOfImport(client, input);
        const done = { totalLineCount: documents, successLineCount: documents };
        expect(result).toEqual({ ...done, skippedLineCount: 0, errorLineCount: 0 });
        expect(log).toHaveLength(documents);
        const query = encodeURIComponent('SELECT * FROM File WHERE ecm:isVersion = 0');
        const found = await sendTo(server, `GET /api/v1/search/lang/NXQL/execute?query=${query}`);
        expect(await found.json()).toMatchObject({ resultsCount: documents });
        await server.stop();
        expect(await runCheck(place)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});
