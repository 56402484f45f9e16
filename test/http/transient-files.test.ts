import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { randomId } from '../../src/base/ids.ts';
import { commitStaged } from '../../src/repository/attachments/blobs.ts';
import {
  addTransientPart,
  batchOfTransientFile,
  beginTransientFile,
  completeTransientFile,
  listTransientParts,
} from '../../src/repository/attachments/transient-files.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

describe.each(engines)('a file that is downloaded once on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    await createUser(app, 'bob');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const begin = async (): Promise<string> => {
    const key = randomId();
    const file = { key, username: 'ann' };
    await app.services.database.write((handle) => beginTransientFile(handle, file, now()));
    return key;
  };

  const complete = async (key: string, content: string): Promise<void> => {
    const { blobs, database } = app.services;
    const staged = await blobs.stage(Buffer.from(content));
    await commitStaged({ blobs, database }, staged, (handle) => {
      const file = { name: 'é.csv', mimeType: 'text/csv', content: staged };
      return completeTransientFile(handle, key, { file, nowMs: now() });
    });
  };

  const get = (path: string, user = 'ann', headers: Record<string, string> = {}) =>
    app.request(`GET /${path}`, { user, headers });

  test('is 202 until it is complete, then comes once, whole', async () => {
    const key = await begin();
    expect((await get(`nxbigblob/${key}`)).status).toBe(202);
    expect((await get(`nxblobstatus/${key}`)).json).toEqual({
      key,
      completed: false,
      progress: -1,
    });
    await complete(key, 'a,b\r\n');
    expect((await get(`nxblobstatus/${key}`)).json).toEqual({
      key,
      completed: true,
      progress: 100,
    });
    const head = await app.request(`HEAD /nxbigblob/${key}`, { user: 'ann' });
    expect([head.status, head.headers['content-length']]).toEqual([200, '5']);
    const ranged = await get(`nxbigblob/${key}`, 'ann', { range: 'bytes=2-' });
    expect([ranged.status, ranged.text]).toEqual([200, 'a,b\r\n']);
    expect(ranged.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': expect.stringContaining("filename*=UTF-8''%C3%A9.csv"),
    });
    const again = await get(`nxbigblob/${key}`);
    expect([again.status, again.text]).toEqual([404, 'No blob found']);
    expect((await get(`nxblobstatus/${key}`)).status).toBe(404);
  });

  test('is its owner’s only, administrators are others too', async () => {
    const key = await begin();
    await complete(key, 'own');
    for (const user of ['bob', 'Administrator']) {
      expect((await get(`nxbigblob/${key}`, user)).status).toBe(404);
      expect((await get(`nxblobstatus/${key}`, user)).status).toBe(404);
    }
    expect((await app.request(`GET /nxbigblob/${key}`, { user: null })).status).toBe(401);
    expect((await get(`nxbigblob/${key}`)).text).toBe('own');
  });

  test('comes to one of several requests at the same time', async () => {
    const key = await begin();
    await complete(key, 'once');
    const all = await Promise.all(Array.from({ length: 5 }, () => get(`nxbigblob/${key}`)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test.each(['unknown', `${randomId()}`, '%00', 'batchId-x'])('%j is 404', async (key) => {
    for (const path of ['nxbigblob', 'nxblobstatus']) {
      expect((await get(`${path}/${key}`)).status).toBe(404);
    }
  });

  test('keeps its parts in their order, and begins only once', async () => {
    const key = await begin();
    const { blobs, database } = app.services;
    const batchId = batchOfTransientFile(key);
    for (const content of ['one', 'two', 'three']) {
      const part = await blobs.chunks.write(batchId, Readable.from([Buffer.from(content)]));
      await database.write((handle) => addTransientPart(handle, key, { part, nowMs: now() }));
      const file = { key, username: 'ann' };
      await database.write((handle) => beginTransientFile(handle, file, now()));
    }
    const names = await database.read((handle) => listTransientParts(handle, key));
    const parts = names.map(async (name) => text(await blobs.chunks.open(batchId, name)));
    expect(await Promise.all(parts)).toEqual(['one', 'two', 'three']);
  });
});
