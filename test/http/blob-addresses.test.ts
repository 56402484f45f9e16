import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, setAcl } from '../support/security.ts';

const curl = promisify(execFile);

/** Documents of every kind that have blobs of their own address. */
describe.each(engines)('the relative address of a blob on %s', (engine) => {
  let app: TestApp;
  let url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  let made: any;
  beforeAll(async () => {
    app = await startTestApp(engine);
    url = await app.listen();
    await createUser(app, 'bob');
    const blob = (data: string) => ({ data, name: `${data} ü.txt`, 'mime-type': 'text/plain' });
    made = await createDocument(app, {
      name: 'addressed',
      properties: {
        'file:content': blob('main'),
        'files:files': [{ file: blob('first') }, { file: blob('second') }],
      },
    });
  });
  afterAll(() => app.close());

  const properties = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}`)).json.properties;

  async function documentsWithBlobs(): Promise<readonly string[]> {
    const body = { 'entity-type': 'document', properties: {} };
    const headers = { 'X-Versioning-Option': 'MINOR' };
    const version = await app.request(`PUT /api/v1/id/${made.uid}`, { body, headers });
    const folder = await createDocument(app, { name: 'section', type: 'Folder' });
    const proxies = [version.json.uid, made.uid].map((input) =>
      callOperation(app, 'Document.CreateLiveProxy', {
        input,
        params: { 'Destination Path': folder.uid },
      }),
    );
    return [
      made.uid,
      version.json.uid,
      ...(await Promise.all(proxies)).map(({ json }) => json.uid),
    ];
  }

  test('has no dot segments and works appended to either address of the service', async () => {
    for (const uid of await documentsWithBlobs()) {
      const { 'file:content': main, 'files:files': files } = await properties(uid);
      for (const [blob, content] of [
        [main, 'main'],
        [files[0].file, 'first'],
        [files[1].file, 'second'],
      ]) {
        expect(blob.data).toMatch(new RegExp(`^files/${uid}\\?path=`));
        expect(blob.data).not.toContain('..');
        for (const root of [
          '/site/automation/',
          '/api/v1/automation/',
          '/site/automation/repo/default/',
        ]) {
          const response = await app.request(`GET ${root}${blob.data}`);
          expect([response.status, response.text], root + blob.data).toEqual([200, content]);
          expect(response.headers['cache-control']).toBe('private, max-age=31536000');
          expect(response.headers['content-disposition']).toContain(content);
          expect(response.headers.etag).toBe(`"${blob.digest}"`);
        }
      }
    }
  });

  test('works with curl, which is told to leave the address as it is', async () => {
    const { data } = (await properties(made.uid))['file:content'];
    const address = `${url}/site/automation/${data}`;
    const options = ['--path-as-is', '-sS', '-u', 'Administrator:Administrator', address];
    expect((await curl('curl', options)).stdout).toBe('main');
  });

  test('takes ranges, conditions and encoded xpaths, and tells HEAD the same', async () => {
    const { data, digest } = (await properties(made.uid))['file:content'];
    const get = (headers: Record<string, string>, line = 'GET') =>
      app.request(`${line} /site/automation/${data}`, { headers });
    const part = await get({ range: 'bytes=1-2' });
    expect([part.status, part.text]).toEqual([206, 'ai']);
    expect((await get({ 'if-none-match': `"${digest}"` })).status).toBe(304);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, '4']);
    const encoded = `files/${made.uid}?path=${encodeURIComponent('files:files/1/file')}`;
    const second = await app.request(`GET /site/automation/${encoded}`);
    expect(second.text).toBe('second');
    expect(second.headers['cache-control']).toBe('private, max-age=0');
  });

  test('finds nothing where nothing is, or in another repository', async () => {
    const get = async (line: string) => (await app.request(`GET ${line}`)).status;
    const file = `files/${made.uid}?path=`;
    expect(await get(`/site/automation/${file}files:files/7/file`)).toBe(404);
    expect(await get(`/site/automation/${file}no:such`)).toBe(404);
    expect(await get(`/site/automation/repo/other/${file}file:content`)).toBe(404);
    expect(await get('/site/automation/files/none?path=file:content')).toBe(404);
  });

  test('is closed to who may not read the document', async () => {
    const secret = await createDocument(app, {
      name: 'closed',
      properties: { 'file:content': { data: 'secret' } },
    });
    await setAcl(app, secret.uid, [denyAll]);
    const line = `GET /site/automation/files/${secret.uid}?path=file:content`;
    const refused = await app.request(line, { user: 'bob' });
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain('secret');
    expect((await app.request(line, { user: null })).status).toBe(401);
  });

  test('is read back in every form that was ever written, as no change', async () => {
    const { 'file:content': main } = await properties(made.uid);
    const base = 'http://localhost/nuxeo/';
    const old = `nxfile/default/${made.uid}/file:content/main.txt`;
    for (const data of [
      main.data,
      `repo/default/${main.data}`,
      `${base}site/automation/${main.data}`,
      `/nuxeo/api/v1/automation/${main.data}`,
      `../../${old}`,
      `${base}${old}`,
      `/nuxeo/${old}`,
      old,
    ]) {
      const body = {
        'entity-type': 'document',
        name: 'copy',
        type: 'File',
        properties: { 'file:content': { ...main, blobUrl: undefined, data } },
      };
      const copy = await app.request(`POST ${workspaces}`, {
        body,
        headers: { host: 'localhost' },
      });
      expect(copy.status, data).toBe(201);
      expect(copy.json.properties['file:content'].digest, data).toBe(main.digest);
    }
    const before = (await app.request(`GET /api/v1/id/${made.uid}`)).json;
    const body = { 'entity-type': 'document', properties: before.properties };
    const after = (await app.request(`PUT /api/v1/id/${made.uid}`, { body })).json;
    expect(after.changeToken).toBe(before.changeToken);
  });

  test('is told the audit as a download of the document', async () => {
    const { uid } = await createDocument(app, {
      name: 'audited',
      properties: { 'file:content': { data: 'x', name: 'x.txt' } },
    });
    await app.request(`GET /site/automation/${(await properties(uid))['file:content'].data}`);
    const entries = async () =>
      (await app.request(`GET /api/v1/id/${uid}/@audit?eventId=download`)).json.entries;
    await expect.poll(async () => (await entries()).length).toBe(1);
    expect((await entries())[0].extended.blobXPath).toBe('file:content');
  });
});
