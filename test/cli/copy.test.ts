import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDefinitions } from '../../src/storage/transfer/definitions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type CliOutcome, type CliStore, createCliStore } from '../support/cli.ts';
import { comparableDump } from '../support/comparable-dump.ts';
import { copyTo, placeOf } from '../support/copies.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { fillVariedStore, sendChunk } from '../support/varied-store.ts';

async function withApp<T>(store: CliStore, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startTestApp('sqlite', placeOf(store));
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

const dumpOf = (store: CliStore) => store.withStore(({ database }) => comparableDump(database));

const query = (text: string) => `GET /api/v1/query?query=${encodeURIComponent(text)}`;
const views = [
  query("SELECT * FROM Document WHERE ecm:fulltext = 'walrus'"),
  query("SELECT * FROM Document WHERE ecm:fulltext = 'penguins'"),
  query(`SELECT * FROM Document WHERE ecm:fulltext = '"sea lions"'`),
  query("SELECT * FROM Document WHERE ecm:tag = 'seal'"),
  query('SELECT * FROM Document WHERE ecm:isVersion = 1'),
  query('SELECT * FROM Document ORDER BY ecm:path'),
  'GET /api/v1/path/default-domain/workspaces/file/@blob/file:content',
  'GET /api/v1/path/default-domain/workspaces/file/@acl',
  'GET /api/v1/path/default-domain/workspaces/file/@comment',
  'GET /api/v1/task',
  'GET /api/v1/user/ann',
];

/** What a caller sees of a store. */
async function viewOf(app: TestApp): Promise<readonly string[]> {
  const headers = { properties: '*', 'enrichers.document': 'acls,tags,favorites,breadcrumb' };
  const replies = await Promise.all(
    views.map((line) => app.request(line, { headers, user: 'Administrator' })),
  );
  return replies.map(({ status, text }, at) => `${views[at]} ${status} ${text}`);
}

describe.each(engines)('a copy of a store on %s', (engine) => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  let source: CliStore;
  let target: CliStore;
  let back: CliStore;
  let outcome: CliOutcome;
  let seen: readonly string[];
  let batch: string;

  beforeAll(async () => {
    [source, target, back] = await Promise.all([
      createCliStore(engine, 'prepared'),
      createCliStore(other, 'empty'),
      createCliStore(engine, 'empty'),
    ]);
    seen = await withApp(source, async (app) => {
      batch = await fillVariedStore(app);
      await app.services.releases.settled();
      return viewOf(app);
    });
    outcome = await copyTo(source, target);
  });
  afterAll(() => Promise.all([source, target, back].map((store) => store.close())));

  test('to the other engine has all rows, and is checked', async () => {
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/rows copied, .* 0 damaged, .*\nno problems found\n$/);
    const expected = await dumpOf(source);
    expect(await dumpOf(target)).toEqual(expected);
    expect(expected.upload_chunk).toHaveLength(1);
    expect(expected.task?.length).toBeGreaterThan(0);
  });

  test('back to this engine has the same rows, and the tables of a new store', async () => {
    const { code, stdout } = await copyTo(target, back);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/no problems found\n$/)]);
    expect(await dumpOf(back)).toEqual(await dumpOf(source));
    const definitions = (store: CliStore) =>
      store.withStore(({ database }) => database.read(readDefinitions));
    expect(await definitions(back)).toEqual(await definitions(source));
  });

  test('answers as its source, and goes on with its uploads and its numbers', async () => {
    await withApp(target, async (app) => {
      expect(await viewOf(app)).toEqual(seen);
      expect((await sendChunk(app, batch, { index: 1, text: 'later' })).status).toBe(201);
      const content = { 'upload-batch': batch, 'upload-fileId': '0' };
      await createDocument(app, { name: 'uploaded', properties: { 'file:content': content } });
      const path = '/api/v1/path/default-domain/workspaces/uploaded/@blob/file:content';
      expect((await app.request(`GET ${path}`)).text).toBe('firstlater');
      const input = '/default-domain/workspaces/file';
      const { status } = await callOperation(app, 'Document.Unlock', { input });
      expect(status).toBe(200);
      const { json } = await app.request('GET /api/v1/path/default-domain/workspaces/file/@audit');
      expect(json.entries[0].eventId).toBe('documentUnlocked');
    });
  });

  test('into another database beside its files leaves them where they are', async () => {
    const database = await createCliStore(other, 'empty');
    try {
      const place = { ...placeOf(database), data: source.env.CARTULARY_DATA };
      const { code, stdout } = await copyTo(source, place);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/, 0 files copied, 0 bytes, .*\nno problems found\n$/),
      ]);
    } finally {
      await database.close();
    }
  });
});
