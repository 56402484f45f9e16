import { createHash, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { type BatchId, isUuid } from '../../src/base/ids.ts';
import { administratorUser, createPrincipal } from '../../src/model/principal.ts';
import { batchLifeMs } from '../../src/repository/attachments/upload-batches.ts';
import { listFiles, resolveBatchBlob } from '../../src/repository/attachments/upload-files.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { mountSmallDisk } from '../support/blob-small-disk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';

const administrator = createPrincipal(administratorUser, [], true);
const jsonType = 'application/json; charset=UTF-8';

describe.each(engines)('batch upload over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'owner');
    await createUser(app, 'stranger');
  });
  afterAll(() => app.close());

  const newBatch = async (options: TestRequest = {}): Promise<string> =>
    (await app.request('POST /api/v1/upload', options)).json.batchId;

  const send = (batch: string, index: number | string, body: string | Buffer, headers = {}) =>
    app.request(`POST /api/v1/upload/${batch}/${index}`, {
      body,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });

  const chunkHeaders = (index: number, count: number, size = 10) => ({
    'X-Upload-Type': 'chunked',
    'X-Upload-Chunk-Index': String(index),
    'X-Upload-Chunk-Count': String(count),
    'X-File-Size': String(size),
    'X-File-Name': 'big.bin',
  });

  const blobOf = (batchId: string, index = 0) =>
    app.services.database.read((handle) =>
      resolveBatchBlob(handle, { batchId, index }, { principal: administrator, nowMs: 0 }),
    );

  describe('batches', () => {
    test('a new batch has a random id', async () => {
      const response = await app.request('POST /api/v1/upload');
      expect(response.status).toBe(201);
      expect(response.headers['content-type']).toBe(jsonType);
      expect(Object.keys(response.json)).toEqual(['batchId']);
      expect(isUuid(response.json.batchId.replace(/^batchId-/, ''))).toBe(true);
      expect(response.headers['content-length']).toBe(String(response.text.length));
    });

    test('the only handler is the default one', async () => {
      const all = await app.request('GET /api/v1/upload/handlers');
      expect([all.status, all.json]).toEqual([200, { handlers: [{ name: 'default' }] }]);
      const one = await app.request('GET /api/v1/upload/handlers/default');
      expect([one.status, one.json]).toEqual([200, { name: 'default' }]);
      const none = await app.request('GET /api/v1/upload/handlers/s3');
      expect([none.status, none.text]).toEqual([404, '']);
    });

    test('a batch of a handler answers its information', async () => {
      const { status, json } = await app.request('POST /api/v1/upload/new/default');
      expect(status).toBe(200);
      expect(json).toEqual({ provider: 'default', fileEntries: [], batchId: expect.any(String) });
      expect((await app.request(`GET /api/v1/upload/${json.batchId}`)).status).toBe(204);
      const unknown = await app.request('POST /api/v1/upload/new/s3');
      expect([unknown.status, unknown.json.message]).toEqual([
        400,
        'Batch handler does not exist: s3',
      ]);
    });

    test('an unknown batch or file is an empty 404 everywhere', async () => {
      const batch = await newBatch();
      const unknown = 'batchId-00000000-0000-0000-0000-000000000000';
      const lines = [
        `GET /api/v1/upload/${unknown}`,
        `GET /api/v1/upload/${unknown}/info`,
        `GET /api/v1/upload/${unknown}/0`,
        `POST /api/v1/upload/${unknown}/0`,
        `POST /api/v1/upload/${unknown}/x`,
        `POST /api/v1/upload/${unknown}/refreshToken`,
        `DELETE /api/v1/upload/${unknown}`,
        `DELETE /api/v1/upload/${unknown}/0`,
        'GET /api/v1/upload/my-own-id',
        'GET /api/v1/upload/nul%00',
        `GET /api/v1/upload/${batch}/0`,
        `GET /api/v1/upload/${batch}/99999999999`,
        `GET /api/v1/upload/${batch}/x`,
        `DELETE /api/v1/upload/${batch}/0`,
      ];
      for (const line of lines) {
        const response = await app.request(line);
        expect([response.status, response.text], line).toEqual([404, '']);
      }
      const complete = await app.request(`POST /api/v1/upload/${unknown}/0/complete`, { body: {} });
      expect([complete.status, complete.text]).toEqual([404, '']);
    });

    test('a batch answers to its owner and to administrators only', async () => {
      const batch = await newBatch({ user: 'owner' });
      const line = `GET /api/v1/upload/${batch}`;
      expect((await app.request(line, { user: 'owner' })).status).toBe(204);
      expect((await app.request(line)).status).toBe(204);
      expect((await app.request(line, { user: 'stranger' })).status).toBe(404);
      expect((await app.request(line, { user: null })).status).toBe(401);
    });

    test('a batch is gone two hours after its last use', async () => {
      const batch = await newBatch();
      shiftClock(batchLifeMs - 60_000);
      try {
        expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(204);
        shiftClock(batchLifeMs - 60_000);
        expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(204);
        shiftClock(batchLifeMs + 60_000);
        expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(404);
      } finally {
        shiftClock(-3 * batchLifeMs + 60_000);
      }
    });

    test('removing a batch removes its files', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'x');
      await send(batch, 1, 'x', chunkHeaders(0, 2));
      expect((await app.request(`DELETE /api/v1/upload/${batch}`)).status).toBe(204);
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(404);
      expect(await app.services.blobs.chunks.listBatches()).not.toContain(batch);
    });

    test('the default handler has no token to refresh', async () => {
      const batch = await newBatch();
      expect((await app.request(`POST /api/v1/upload/${batch}/refreshToken`)).status).toBe(501);
    });
  });

  describe('files sent whole', () => {
    test('the answer has every value as text', async () => {
      const batch = await newBatch();
      const response = await send(batch, 0, 'hello', {
        'X-File-Name': '%C3%A9t%C3%A9+1.txt',
        'X-File-Type': 'text/plain',
        'X-File-Size': '999',
      });
      expect(response.status).toBe(201);
      expect(response.headers['content-type']).toBe(jsonType);
      expect(response.json).toEqual({
        uploaded: 'true',
        batchId: batch,
        fileIdx: '0',
        uploadType: 'normal',
        uploadedSize: '5',
      });
      expect((await app.request(`GET /api/v1/upload/${batch}/0`)).json).toEqual({
        name: 'été 1.txt',
        size: 5,
        uploadType: 'normal',
      });
      expect(await blobOf(batch)).toMatchObject({
        name: 'été 1.txt',
        mimeType: 'text/plain',
        length: 5,
        digest: createHash('sha256').update('hello').digest('hex'),
      });
    });

    test('an empty file is a file', async () => {
      const batch = await newBatch();
      const response = await send(batch, 0, '', { 'content-length': '0' });
      expect([response.status, response.json.uploadedSize]).toEqual([201, '0']);
      expect(await blobOf(batch)).toMatchObject({ length: 0, name: null, mimeType: null });
    });

    test('the batch lists its files by index, as numbers sort', async () => {
      const batch = await newBatch();
      for (const index of [10, 2, 0]) {
        await send(batch, index, 'x'.repeat(index), { 'X-File-Name': `f${index}` });
      }
      const list = await app.request(`GET /api/v1/upload/${batch}`);
      const entries = [0, 2, 10].map((index) => ({
        name: `f${index}`,
        size: index,
        uploadType: 'normal',
      }));
      expect([list.status, list.json]).toEqual([200, entries]);
      const info = await app.request(`GET /api/v1/upload/${batch}/info`);
      expect(info.json).toEqual({ provider: 'default', fileEntries: entries, batchId: batch });
    });

    test('a file replaces the one at its index, and can be removed', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'first');
      await send(batch, 0, 'second');
      expect(await blobOf(batch)).toMatchObject({ length: 6 });
      expect((await app.request(`DELETE /api/v1/upload/${batch}/0`)).status).toBe(204);
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(204);
    });

    test('invalid requests are reported in the order of the checks', async () => {
      const batch = await newBatch();
      const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
      const noNumbers = { 'X-Upload-Type': 'chunked' };
      const cases = [
        ['x', { ...noNumbers, ...multipart }, 'fileIdx request path parameter must be a number'],
        ['-1', {}, 'fileIdx request path parameter must be a number'],
        ['99999999999', {}, 'fileIdx request path parameter must be a number'],
        [
          '0',
          { ...noNumbers, ...multipart },
          'X-Upload-Chunk-Index, X-Upload-Chunk-Count and X-File-Size headers must be numbers',
        ],
        ['0', multipart, 'Content-Type: "multipart/form-data" is not supported'],
        [
          '0',
          { 'X-File-Name': '100%' },
          'X-File-Name: invalid % escape at 3; encode % itself as %25',
        ],
      ] as const;
      for (const [index, headers, message] of cases) {
        const response = await send(batch, index, 'x', headers);
        expect([response.status, response.text]).toEqual([400, message]);
        expect(response.headers['content-type']).toMatch(/^text\/plain/);
      }
      const nul = await send(batch, 0, 'x', { 'X-File-Name': 'a%00b' });
      expect([nul.status, nul.json.message]).toEqual([400, expect.stringContaining('name')]);
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(204);
    });
  });

  describe('files sent in chunks', () => {
    test('202 until the last chunk, whatever the order', async () => {
      const batch = await newBatch();
      const first = await send(batch, 3, 'cc', chunkHeaders(2, 3, 6));
      expect(first.status).toBe(202);
      expect(first.json).toEqual({
        uploaded: 'true',
        batchId: batch,
        fileIdx: '3',
        uploadType: 'chunked',
        uploadedSize: '2',
        uploadedChunkIds: [2],
        chunkCount: 3,
      });
      expect((await send(batch, 3, 'aa', chunkHeaders(0, 3))).json.uploadedChunkIds).toEqual([
        0, 2,
      ]);
      const state = await app.request(`GET /api/v1/upload/${batch}/3`);
      expect([state.status, state.json]).toEqual([
        202,
        {
          name: 'big.bin',
          size: 6,
          uploadType: 'chunked',
          uploadedChunkIds: [0, 2],
          chunkCount: 3,
        },
      ]);
      expect(await blobOf(batch, 3)).toBeUndefined();
      const last = await send(batch, 3, 'bb', chunkHeaders(1, 3));
      expect([last.status, last.json.uploadedChunkIds]).toEqual([201, [0, 1, 2]]);
      expect((await app.request(`GET /api/v1/upload/${batch}/3`)).status).toBe(200);
      expect(await blobOf(batch, 3)).toMatchObject({
        name: 'big.bin',
        length: 6,
        digest: createHash('sha256').update('aabbcc').digest('hex'),
      });
    });

    test('one chunk may be all', async () => {
      const batch = await newBatch();
      const response = await send(batch, 0, 'all', chunkHeaders(0, 1, 3));
      expect([response.status, response.json.uploadType]).toEqual([201, 'chunked']);
      expect(await blobOf(batch)).toMatchObject({ length: 3 });
    });

    test('a chunk that is there is 409, one out of range 400, and neither changes anything', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'a', chunkHeaders(0, 2));
      const again = await send(batch, 0, 'A', chunkHeaders(0, 2));
      expect([again.status, again.json.message]).toEqual([
        409,
        'Cannot add chunk with index 0 to file entry 0 as it already exists.',
      ]);
      for (const index of [2, -1]) {
        expect((await send(batch, 0, 'x', chunkHeaders(index, 2))).status, String(index)).toBe(400);
      }
      expect((await send(batch, 1, 'x', chunkHeaders(0, 10_001))).status).toBe(400);
      await send(batch, 0, 'b', chunkHeaders(1, 2));
      expect(await blobOf(batch)).toMatchObject({
        digest: createHash('sha256').update('ab').digest('hex'),
      });
    });
  });

  describe('completion', () => {
    test('is confirmed when size, type and MD5 are those of the file', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'hello', { 'X-File-Type': 'text/plain' });
      const md5 = createHash('md5').update('hello').digest('hex');
      const claim = { key: '', name: 'a', mimeType: 'text/plain', fileSize: 5, md5 };
      const line = `POST /api/v1/upload/${batch}/0/complete`;
      const confirmed = await app.request(line, { body: claim });
      expect([confirmed.status, confirmed.json]).toEqual([
        200,
        { uploaded: 'true', batchId: batch, fileIdx: '0' },
      ]);
      for (const wrong of [{ fileSize: 6 }, { mimeType: null }, { md5: 'x' }, { md5: undefined }]) {
        const refused = await app.request(line, { body: { ...claim, ...wrong } });
        expect(refused.status, JSON.stringify(wrong)).toBe(409);
      }
      expect((await app.request(line, { body: [] })).status).toBe(409);
    });

    test('is refused while chunks are missing, and 404 without a file', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'a', chunkHeaders(0, 2));
      const body = { fileSize: 10 };
      const line = (index: number) => `POST /api/v1/upload/${batch}/${index}/complete`;
      expect((await app.request(line(0), { body })).status).toBe(409);
      expect((await app.request(line(1), { body })).status).toBe(404);
    });
  });

  describe('in documents', () => {
    const reference = (batch: string, id: unknown = '0') => ({
      'upload-batch': batch,
      'upload-fileId': id,
    });

    test('an uploaded file becomes the content of a document, and the batch is dropped', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'content', { 'X-File-Name': 'c.txt', 'X-File-Type': 'text/plain' });
      const properties = { 'file:content': reference(batch) };
      const { properties: stored } = await createDocument(app, { name: 'uploaded', properties });
      expect(stored['file:content']).toMatchObject({
        name: 'c.txt',
        'mime-type': 'text/plain',
        length: '7',
      });
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(404);
    });

    test('the batch is kept on request', async () => {
      const batch = await newBatch();
      await send(batch, 0, 'kept');
      const properties = { 'file:content': reference(batch, 0) };
      const headers = { 'X-Batch-No-Drop': 'true' };
      await createDocument(app, { name: 'kept', properties }, { headers });
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(200);
    });

    test('a reference to the batch of another user resolves to nothing and drops nothing', async () => {
      const batch = await newBatch({ user: 'owner' });
      await send(batch, 0, 'private');
      const { uid } = await createDocument(app, { name: 'open to all' });
      const grant = { 'entity-type': 'document', properties: { 'file:content': reference(batch) } };
      await app.request(`PUT /api/v1/id/${uid}`, { body: grant, user: 'stranger' });
      const { json } = await app.request(`GET /api/v1/id/${uid}`);
      expect(json.properties['file:content']).toBeNull();
      expect((await app.request(`GET /api/v1/upload/${batch}`)).status).toBe(200);
    });
  });
});

describe('uploads over a real connection', () => {
  let app: TestApp;
  let base: URL;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    base = new URL(await app.listen());
  });
  afterAll(() => app.close());

  const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
  const newBatch = async () => (await app.request('POST /api/v1/upload')).json.batchId as string;

  /** Everything the store has on disk but whole content and the name of its database. */
  async function leftovers(): Promise<string[]> {
    const root = join(app.services.config.data, 'blobs');
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !path.startsWith('data') && path !== 'owner');
  }

  /** Sends that much of a body and hangs up. */
  function sendAndHangUp(path: string, headers: string, body: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect(Number(base.port), base.hostname, () => {
      socket.write(
        `POST ${base.pathname}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${headers}\r\n\r\n`,
      );
      socket.write(body, () => setImmediate(() => socket.destroy()));
    });
    socket.on('close', () => resolve());
    return promise;
  }

  test('an upload cut short at any byte leaves no file and no row', async () => {
    const batch = (await newBatch()) as BatchId;
    const content = Buffer.alloc(1_500_000, 'abc');
    const chunked =
      'X-Upload-Type: chunked\r\nX-Upload-Chunk-Index: 0\r\nX-Upload-Chunk-Count: 2\r\nX-File-Size: 9\r\n';
    for (let round = 0; round < 30; round += 1) {
      const count = round < 3 ? round : randomInt(content.length);
      const kind = round % 3 === 0 ? chunked : '';
      const length =
        round % 2 === 0 ? `Content-Length: ${content.length}` : 'Transfer-Encoding: chunked';
      const part = content.subarray(0, count);
      const body = round % 2 === 0 ? part : Buffer.concat([Buffer.from('fffff\r\n'), part]);
      await sendAndHangUp(`/api/v1/upload/${batch}/${round}`, kind + length, body);
    }
    await expect.poll(leftovers).toEqual([]);
    expect(await app.services.database.read((handle) => listFiles(handle, batch))).toEqual([]);
  });

  test('a body of unknown length is taken, and its size reported as -1', async () => {
    const batch = await newBatch();
    const response = await fetch(`${base.href}/api/v1/upload/${batch}/0`, {
      method: 'POST',
      headers: { authorization },
      body: new ReadableStream({
        start(controller) {
          for (const part of ['one ', 'two ', 'three']) controller.enqueue(Buffer.from(part));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ uploadedSize: '-1' });
    const info = await app.request(`GET /api/v1/upload/${batch}/0`);
    expect(info.json).toMatchObject({ size: 13 });
  });

  test('a refused upload is answered, and its connection serves the next request', async () => {
    const url = `${base.href}/api/v1/upload/batchId-00000000-0000-0000-0000-000000000000/0`;
    const body = Buffer.alloc(3_000_000);
    for (let round = 0; round < 3; round += 1) {
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body });
      expect(response.status).toBe(404);
      await response.arrayBuffer();
    }
    const batch = await newBatch();
    const duplicate = { authorization, 'X-Upload-Type': 'chunked', 'X-File-Size': '1' };
    const headers = { ...duplicate, 'X-Upload-Chunk-Index': '0', 'X-Upload-Chunk-Count': '2' };
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const response = await fetch(`${base.href}/api/v1/upload/${batch}/0`, {
        method: 'POST',
        headers,
        body,
      });
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([202, 409, 409]);
  });

  test('chunks sent at the same time give the content', async () => {
    const batch = await newBatch();
    const parts = Array.from({ length: 12 }, (_, index) => Buffer.alloc(200_000 + index, index));
    const responses = await Promise.all(
      parts.map((body, index) =>
        fetch(`${base.href}/api/v1/upload/${batch}/0`, {
          method: 'POST',
          headers: {
            authorization,
            'X-Upload-Type': 'chunked',
            'X-Upload-Chunk-Index': String(index),
            'X-Upload-Chunk-Count': String(parts.length),
            'X-File-Size': '2400066',
          },
          body,
        }),
      ),
    );
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 202)]);
    const blob = await app.services.database.read((handle) =>
      resolveBatchBlob(
        handle,
        { batchId: batch, index: 0 },
        { principal: administrator, nowMs: 0 },
      ),
    );
    expect(blob?.key).toBe(createHash('sha256').update(Buffer.concat(parts)).digest('hex'));
    expect((await leftovers()).filter((path) => path.includes(batch))).toEqual([]);
  });
});

test('an upload onto a full disk is answered 507, and small ones still fit', async (context) => {
  const folder = await makeFolder();
  const disk = await mountSmallDisk(join(folder.path, 'blobs'), 4);
  if (!disk.isMounted) {
    await folder.remove();
    context.skip(`no file system can be mounted here: ${disk.reason}`);
    return;
  }
  const app = await startTestApp('sqlite', { data: folder.path });
  try {
    const base = await app.listen();
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
    const send = (index: number, megabytes: number) =>
      fetch(`${base}/api/v1/upload/${batchId}/${index}`, {
        method: 'POST',
        headers: { authorization },
        body: Buffer.alloc(megabytes * 1024 * 1024, index),
      });
    const full = await send(0, 12);
    expect(full.status).toBe(507);
    expect(await full.json()).toMatchObject({ 'entity-type': 'exception', status: 507 });
    expect((await send(1, 2)).status).toBe(201);
    const info = await app.request(`GET /api/v1/upload/${batchId}`);
    expect(info.json).toHaveLength(1);
  } finally {
    await app.close();
    disk.unmount();
    await folder.remove();
  }
});
