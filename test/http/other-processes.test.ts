import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { enqueueIndexing, indexingKind } from '../../src/jobs/fulltext/index-documents.ts';
import { countJobs } from '../../src/jobs/inspect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

/** Far less than the minute it once took, and more than a busy machine needs for the two seconds. */
const patience = { timeout: 60_000, interval: 50 };

describe.each(engines)('what another process stores on %s', (engine) => {
  let store: CliStore;
  let app: TestApp;
  beforeAll(async () => {
    store = await createCliStore(engine);
    app = await startTestApp(engine, {
      data: store.env.CARTULARY_DATA,
      databaseUrl: store.env.CARTULARY_DATABASE_URL,
      fileTexts: true,
    });
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  async function importFile(name: string, text: string): Promise<void> {
    const source = join(store.folder, name);
    await mkdir(source);
    // A spreadsheet and not a note: its words are those of the file alone.
    await writeFile(join(source, `${name}.csv`), text);
    const target = '/default-domain/workspaces';
    const { code, stderr } = await store.run(['import', source, '--to', target]);
    expect([code, stderr]).toEqual([0, '']);
  }

  async function countFound(word: string): Promise<number> {
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:fulltext = '${word}'`);
    const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`);
    return json.entries.length;
  }

  test('is found by the words of its files at once, without a request', async () => {
    await importFile('first', 'syzygy');
    await vi.waitFor(async () => expect(await countFound('syzygy')).toBe(1), patience);
  });

  test('is waited for by the operation that waits for indexing', async () => {
    for (const word of ['quokka', 'numbat', 'bilby']) {
      await importFile(`about ${word.length}${word[0]}`, word);
      const params = { timeoutSecond: 12 };
      const { json } = await callOperation(app, 'Elasticsearch.WaitForIndexing', { params });
      expect(json).toEqual({ 'entity-type': 'boolean', value: true });
      expect(await countFound(word)).toBe(1);
    }
  });

  test('is done where it is a job', async () => {
    await store.withStore(({ database }) => database.write((handle) => enqueueIndexing(handle)));
    const kind = indexingKind;
    const waiting = () => app.services.database.read((handle) => countJobs(handle, { kind }));
    await vi.waitFor(async () => expect(await waiting()).toBe(0), patience);
  });
});
