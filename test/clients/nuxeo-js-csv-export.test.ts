import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

describe.each(clientPlaces)(
  'a search exported with the official JavaScript client, %s dialect on %s',
  (...[dialect, engine]) => {
    let app: TestApp;
    let client: NuxeoClient;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect: dialect });
      const url = await app.listen();
      await createUser(app, 'reader');
      client = openClient(url);
      for (const name of ['one', 'two', 'three']) {
        const properties = { 'dc:title': `Exported, ${name}`, 'dc:nature': 'memo' };
        await client.repository().create(workspaces, { type: 'File', name, properties });
      }
    });
    afterAll(() => app.close());

    test('comes as CSV, as web clients fetch it', async () => {
      const query = "SELECT * FROM File WHERE dc:title LIKE 'Exported%'";
      const parameters = JSON.stringify({ xpaths: ['dc:title', 'dc:nature'] });
      const started = await client
        .operation('Bulk.RunAction/@async')
        .params({ action: 'csvExport', query, parameters })
        .execute({ resolveWithFullResponse: true });
      expect(started.status).toBe(202);
      const location = started.headers.get('location');
      // The client follows the redirection to the result once the export has ended.
      const { url } = await vi.waitFor(
        async () => {
          const found: unknown = await client.http({ method: 'GET', url: location });
          expect(found).toEqual({ url: expect.stringContaining('/nxbigblob/') });
          return found as { readonly url: string };
        },
        { timeout: 60_000, interval: 50 },
      );
      const file = await client.http({ method: 'GET', url, resolveWithFullResponse: true });
      const lines = (await file.text()).split('\r\n');
      expect(lines[0]).toMatch(/,dc:nature,dc:nature\[label\],dc:title$/);
      expect(lines.slice(1, -1)).toHaveLength(3);
      for (const line of lines.slice(1, -1)) expect(line).toMatch(/,memo,Memo,"Exported, \w+"$/);
    });
  },
);
