import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const log = { params: { level: 'info', message: 'x' } };

interface Part {
  readonly head: string;
  readonly content: string;
}

function multipart(request: object, parts: readonly Part[]): Buffer {
  const all = [
    { head: 'Content-Type: application/json+nxrequest', content: JSON.stringify(request) },
    ...parts,
  ];
  const text = all.map(({ head, content }) => `--b0\r\n${head}\r\n\r\n${content}\r\n`).join('');
  return Buffer.from(`${text}--b0--\r\n`);
}

function filePart(name: string, type: string, content: string): Part {
  return {
    head: `Content-Disposition: attachment; filename="${name}"\r\nContent-Type: ${type}`,
    content,
  };
}

describe.each(engines)('operations on blobs on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  const send = (body: Buffer, type = 'multipart/related; boundary=b0'): Promise<TestResponse> =>
    app.request('POST /site/automation/Log', { body, headers: { 'content-type': type } });

  test('a blob of a multipart request comes back with its type, name and content', async () => {
    const response = await send(multipart(log, [filePart('a.txt', 'text/plain', 'hello')]));
    expect(response.status).toBe(200);
    expect(response.text).toBe('hello');
    expect(response.headers['content-type']).toBe('text/plain');
    expect(response.headers['content-disposition']).toBe('attachment; filename=a.txt');
    expect(response.headers['content-length']).toBe('5');
  });

  test('several blobs come back as multipart/mixed in their order', async () => {
    const parts = ['b', 'a', 'c'].map((name) =>
      filePart(`${name}.txt`, 'text/plain', `of ${name}`),
    );
    const response = await send(multipart(log, parts), 'multipart/form-data; boundary=b0');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^multipart\/mixed; boundary="/);
    const names = [...response.text.matchAll(/filename="(.)\.txt"/g)].map(([, name]) => name);
    expect(names).toEqual(['b', 'a', 'c']);
    const contents = [...response.text.matchAll(/of (.)\r\n/g)].map(([, name]) => name);
    expect(contents).toEqual(['b', 'a', 'c']);
  });

  test('large parts that come over a connection are stored byte by byte', async () => {
    const url = await app.listen();
    const contents = [900_001, 10, 300_000].map((size) => randomBytes(size));
    const texts = contents.map((content) => content.toString('base64'));
    const plain = contents.map((content, at) =>
      filePart(`${at}`, 'a/b', content.toString('latin1')),
    );
    const encoded = texts.map((text, at) => {
      const { head } = filePart(`${at}`, 'a/b', '');
      return { head: `${head}\r\nContent-Transfer-Encoding: base64`, content: text };
    });
    for (const parts of [plain, encoded, [...plain, ...encoded]]) {
      const response = await fetch(`${url}/site/automation/Log`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa('Administrator:Administrator')}`,
          'content-type': 'multipart/related; boundary=b0',
        },
        body: Buffer.from(multipart(log, parts).toString(), 'latin1'),
      });
      expect(response.status).toBe(200);
      const received = Buffer.from(await response.arrayBuffer());
      for (const content of contents) expect(received.includes(content)).toBe(true);
      expect(received.length).toBeGreaterThan((parts.length / 3) * 1_200_011);
    }
  });

  test('the answer is empty when the caller wants none', async () => {
    const body = multipart(log, [filePart('a.txt', 'text/plain', 'hello')]);
    const headers = {
      'content-type': 'multipart/related; boundary=b0',
      'x-nxvoidoperation': 'true',
    };
    const response = await app.request('POST /site/automation/Log', { body, headers });
    expect([response.status, response.text]).toEqual([204, '']);
  });

  test('contents that no document refers to are gone afterwards', async () => {
    const body = multipart(log, [filePart('x.txt', 'text/plain', 'only for a moment')]);
    expect((await send(body)).status).toBe(200);
    const failing = multipart({ params: {} }, [filePart('y.txt', 'a/b', 'for nothing')]);
    expect((await send(failing)).status).toBe(400);
    const left = async () => {
      const { blob, blob_lease: leases } = await dumpSettledStore(app);
      const contents = await Array.fromAsync(app.services.blobs.list());
      return { blob, leases, contents };
    };
    expect(await left()).toEqual({ blob: [], leases: [], contents: [] });
  });

  test.each([
    ['no boundary', Buffer.from('x'), 'multipart/related'],
    ['only the JSON part', multipart(log, []), 'multipart/related; boundary=b0'],
    [
      'a first part that is no JSON',
      Buffer.from('--b0\r\n\r\nhello\r\n--b0\r\n\r\nworld\r\n--b0--\r\n'),
      'multipart/related; boundary=b0',
    ],
    [
      'a part that is cut short',
      multipart(log, [filePart('a.txt', 'text/plain', 'hello')]).subarray(0, -12),
      'multipart/related; boundary=b0',
    ],
  ])('%s is refused and leaves nothing behind', async (_case, body, type) => {
    const before = await dumpSettledStore(app);
    const response = await send(body, type);
    expect(response.status, response.text).toBe(400);
    expect(response.json['entity-type']).toBe('exception');
    expect(await dumpSettledStore(app)).toEqual(before);
    expect((await app.request('GET /site/automation/Log')).status).toBe(200);
  });

  test('a form field holds the request as well', async () => {
    const body = Buffer.from(`jsondata=${encodeURIComponent(JSON.stringify(log))}`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await app.request('POST /site/automation/Log', { body, headers });
    expect(response.status).toBe(204);
  });

  describe('in an upload batch', () => {
    const newBatch = async (contents: readonly string[], user = 'Administrator') => {
      const { batchId } = (await app.request('POST /api/v1/upload', { user })).json;
      for (const [index, content] of contents.entries()) {
        const headers = { 'x-file-name': `${index}.txt`, 'content-type': 'text/plain' };
        const line = `POST /api/v1/upload/${batchId}/${index}`;
        const response = await app.request(line, { body: Buffer.from(content), headers, user });
        expect(response.status).toBe(201);
      }
      return batchId as string;
    };

    test('one file is a blob, the whole batch a list even of one file; the batch is used up', async () => {
      const first = await newBatch(['one', 'two']);
      const one = await app.request(`POST /api/v1/upload/${first}/1/execute/Log`, { body: log });
      expect([one.status, one.text]).toEqual([200, 'two']);
      await app.services.releases.settled();
      expect((await app.request(`GET /api/v1/upload/${first}`)).status).toBe(404);
      const second = await newBatch(['one']);
      const list = await app.request(`POST /api/v1/upload/${second}/execute/Log`, { body: log });
      expect(list.headers['content-type']).toMatch(/^multipart\/mixed/);
    });

    test('a batch is kept when asked for', async () => {
      const batch = await newBatch(['kept']);
      const headers = { 'x-batch-no-drop': 'true' };
      const line = `POST /api/v1/upload/${batch}/0/execute/Log`;
      expect((await app.request(line, { body: log, headers })).text).toBe('kept');
      expect((await app.request(line, { body: log, headers })).text).toBe('kept');
    });

    test('unknown batches, files and operations are 404, also for batches of others', async () => {
      const batch = await newBatch(['x'], 'bob');
      const missing = await app.request('POST /api/v1/upload/batchId-x/execute/Log', { body: log });
      expect([missing.status, missing.text]).toEqual([404, '']);
      const file = await app.request(`POST /api/v1/upload/${batch}/7/execute/Log`, {
        body: log,
        user: 'bob',
      });
      expect([file.status, file.json['entity-type']]).toEqual([404, 'exception']);
      await createUser(app, `eve-${engine}`);
      const other = await newBatch(['x'], 'bob');
      const line = `POST /api/v1/upload/${other}/execute/Log`;
      expect((await app.request(line, { body: log, user: `eve-${engine}` })).status).toBe(404);
      const unknown = await app.request(`POST /api/v1/upload/${other}/execute/No.Such`, {
        body: {},
        user: 'bob',
      });
      expect(unknown.status).toBe(404);
    });
  });

  describe('addressed as resources', () => {
    test('a document, its children and its blob are inputs before @op', async () => {
      const folder = await createDocument(app, { name: 'res', type: 'Folder' });
      const properties = { 'file:content': { data: 'text', name: 't.txt' } };
      const file = await createDocument(app, { parent: folder.uid, name: 'f', properties });
      const path = `/api/v1/id/${folder.uid}`;
      const document = await app.request(`POST ${path}/@op/Log`, { body: log });
      expect(document.json.uid).toBe(folder.uid);
      const children = await app.request(`POST ${path}/@children/@op/Log`, { body: log });
      expect(children.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([file.uid]);
      const line = `POST /api/v1/id/${file.uid}/@blob/file:content/@op/Log`;
      const blob = await app.request(line, { body: log });
      expect(blob.text).toBe('text');
      const unknown = await app.request(`POST ${path}/@op/No.Such`, { body: log });
      expect(unknown.status).toBe(404);
    });

    test('blobs are read below the automation service by document and xpath', async () => {
      const blob = (data: string) => ({ data, name: `${data}.txt` });
      const { uid } = await createDocument(app, {
        name: 'files',
        properties: {
          'file:content': blob('main'),
          'files:files': [{ file: blob('one') }, { file: blob('two') }],
        },
      });
      const read = (path: string) => app.request(`GET /site/automation/files/${uid}?path=${path}`);
      expect((await read('file:content')).text).toBe('main');
      expect((await read('files:files/1/file')).text).toBe('two');
      const all = await read('files:files');
      expect(all.headers['content-type']).toMatch(/^multipart\/mixed/);
      expect(all.text).toContain('filename="one.txt"');
      for (const path of ['no:such', 'dc:title', '']) expect((await read(path)).status).toBe(404);
    });
  });
});
