import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { createDocument as createInUnit } from '../../src/repository/editing/create-document.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { statusOf, submit } from '../support/bulk.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';

/** Three pages of the largest size, and several slices of the command. */
const membersMax = 3_000;
const filesPerUnit = 500;

describe.each(engines)('a collection of thousands on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let shelf: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true, fulltextEnabled: false });
    folder = (await createDocument(app, { name: 'files', type: 'Folder' })).uid;
    shelf = (await createDocument(app, { name: 'shelf', type: 'Collection' })).uid;
    for (let from = 0; from < membersMax; from += filesPerUnit) await createFiles(from);
  }, 120_000);
  afterAll(() => app.close());

  const createFiles = (from: number) =>
    app.services.database.write(async (handle) => {
      const unit = createSystemUnit(handle, app.services.repository);
      for (let at = from; at < from + filesPerUnit; at += 1) {
        const name = `file-${at}`;
        await createInUnit(unit, {
          parentId: folder as DocumentId,
          name,
          type: 'File',
          properties: {},
        });
      }
    });
  const countOf = async (query: string): Promise<number> => {
    const path = `/api/v1/search/lang/NXQL/execute?pageSize=1&query=${encodeURIComponent(query)}`;
    const { status, json, text } = await app.request(`GET ${path}`);
    expect(status, text).toBe(200);
    return json.resultsCount;
  };
  const queriesToAdd = async (collection: string): Promise<number> => {
    const { uid } = await createDocument(app, { name: 'one more' });
    const call = { input: uid, params: { collection } };
    const response = await callOperation(app, 'Document.AddToCollection', call);
    expect(response.status, response.text).toBe(200);
    return Number(/(\d+) quer/.exec(String(response.headers['server-timing']))?.[1]);
  };

  test('one bulk command adds them, and all numbers agree', { timeout: 180_000 }, async () => {
    const query = `SELECT * FROM File WHERE ecm:parentId = '${folder}'`;
    const params = {
      operationId: 'Document.AddToCollection',
      parameters: { collection: shelf },
    };
    const run = async () => {
      const { status, text, json } = await submit(app, 'automation', { query, params });
      expect(status, text).toBe(202);
      return vi.waitFor(
        async () => {
          const ended = await statusOf(app, json.commandId);
          expect(ended.state).toBe('COMPLETED');
          return ended;
        },
        { timeout: 150_000, interval: 100 },
      );
    };
    expect(await run()).toMatchObject({ total: membersMax, processed: membersMax, errorCount: 0 });
    // Members that are there already are left as they are.
    expect(await run()).toMatchObject({ processed: membersMax, errorCount: 0 });
    const members = `SELECT * FROM Document WHERE collectionMember:collectionIds/* = '${shelf}'`;
    expect(await countOf(members)).toBe(membersMax);
    const page = await app.request(
      `GET /api/v1/search/pp/ordered_content_collection/execute?queryParams=${shelf}&pageSize=1000&currentPageIndex=2`,
    );
    expect([page.json.resultsCount, page.json.entries.length]).toEqual([membersMax, 1_000]);
    const { rows, places } = await app.services.database.read(async (handle) => ({
      ...(await handle.first(
        handle.builder
          .selectFrom('collection_member')
          .select((e) => [
            e.fn.countAll<number>().as('rows'),
            e.fn.count<number>('position').distinct().as('places'),
          ])
          .where('collection_id', '=', shelf),
      )),
    }));
    expect([Number(rows), Number(places)]).toEqual([membersMax, membersMax]);
    const added = await app.services.database.read((handle) =>
      handle.first(
        handle.builder
          .selectFrom('audit_entry')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('event_id', '=', 'addedToCollection'),
      ),
    );
    expect(Number(added?.count)).toBe(membersMax);
    const shown = await app.request(`GET /api/v1/id/${shelf}`, { headers: { properties: '*' } });
    expect(shown.json.properties['collection:documentIds']).toHaveLength(1_000);
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
  });

  test('adding one more costs as many statements as to a collection of ten', async () => {
    const { uid: small } = await createDocument(app, { name: 'small', type: 'Collection' });
    for (let at = 0; at < 10; at += 1) await queriesToAdd(small);
    await queriesToAdd(shelf);
    expect(await queriesToAdd(shelf)).toBe(await queriesToAdd(small));
  });
});
