import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createPostgresDatabase, engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

const parent = '/api/v1/path/default-domain/workspaces';

describe.each(engines)('a server without full text on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
  let app: TestApp;
  const start = async (fulltextEnabled: boolean): Promise<void> => {
    const databaseUrl = postgres?.url;
    app = await startTestApp(engine, { data: folder.path, databaseUrl, fulltextEnabled });
  };
  const create = (title: string) =>
    app.request(`POST ${parent}`, {
      body: {
        'entity-type': 'document',
        type: 'File',
        name: title,
        properties: { 'dc:title': title },
      },
    });
  const rename = (name: string, title: string) =>
    app.request(`PUT ${parent}/${name}`, {
      body: { 'entity-type': 'document', properties: { 'dc:title': title } },
    });
  const search = (word: string) =>
    app.request(
      `GET /api/v1/search/execute?query=${encodeURIComponent(
        `SELECT * FROM Document WHERE ecm:fulltext = '${word}'`,
      )}`,
    );
  const find = async (word: string): Promise<string[]> =>
    (await search(word)).json.entries.map((each: { title: string }) => each.title);
  const findings = () => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };

  beforeAll(async () => {
    folder = await makeFolder();
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    await start(true);
    await create('before');
    await app.close();
    await start(false);
  });
  afterAll(async () => {
    await app.close();
    await postgres?.drop();
    await folder.remove();
  });

  test('refuses searches and says why', async () => {
    const answer = await search('before');
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('Fulltext search disabled by configuration');
  });

  test('runs all other queries and page providers', async () => {
    const answer = await app.request('GET /api/v1/search/pp/default_search/execute');
    expect(answer.status).toBe(200);
  });

  test('stores no words, which is not an error', async () => {
    expect((await create('meanwhile')).status).toBe(201);
    expect((await rename('before', 'afterwards')).status).toBe(200);
    const entries = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document_fulltext')
          .innerJoin('document', 'document.id', 'document_fulltext.document_id')
          .select('name')
          .where('name', 'in', ['before', 'meanwhile']),
      ),
    );
    expect(entries.map(({ name }) => name)).toEqual(['before']);
    expect(await findings()).toEqual([]);
  });

  test('finds everything by its present words once full text is back', async () => {
    await create('meanwhile-too');
    await rename('before', 'afterwards');
    await app.close();
    await start(true);
    await vi.waitFor(async () => expect(await find('afterwards')).toEqual(['afterwards']), 60_000);
    await vi.waitFor(async () => expect(await find('too')).toEqual(['meanwhile-too']), 60_000);
    expect(await find('before')).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});
