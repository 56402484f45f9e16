import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBlobKey } from '../../src/blobs/digest.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { openClient } from '../support/nuxeo-client.ts';
import { gatewayTimeoutMs, hasObjectGateway, useObjectGateway } from '../support/object-gateway.ts';
import { denyAll, setAcl } from '../support/security.ts';

const sizeMin = 2 ** 20;
const large = 'large '.repeat(sizeMin / 6 + 1);

describe.skipIf(!(await hasObjectGateway()))('downloads that are redirected', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    const gateway = await useObjectGateway();
    app = await startTestApp('sqlite', {
      blobStoreUrl: `s3://${await gateway.newBucket()}/store`,
      s3Endpoint: gateway.endpoint,
      s3AccessKeyId: gateway.accessKeyId,
      s3SecretAccessKey: gateway.secretAccessKey,
      // Another host than that of the server: clients send it no credentials.
      s3PublicEndpoint: gateway.endpoint.replace('127.0.0.1', 'localhost'),
      downloadRedirects: true,
      downloadRedirectSeconds: 90,
    });
    await createUser(app, 'reader');
    uid = await createFile({});
  }, gatewayTimeoutMs);
  afterAll(() => app?.close());

  const createFile = async (blob: object): Promise<string> => {
    const content = { name: 'large é.txt', 'mime-type': 'text/plain', content: large, ...blob };
    const properties = { 'file:content': content };
    return (await createDocument(app, { name: 'file', properties })).uid;
  };

  const get = (options: TestRequest = {}, query = '', id = uid) =>
    app.request(`GET /nxfile/default/${id}/file:content${query}`, options);

  const downloads = async (id: string): Promise<number> => {
    const { json } = await app.request(`GET /api/v1/id/${id}/@audit?eventId=download`);
    return json.entries.length;
  };

  test('an address in the storage gives the content with its type and name, without credentials', async () => {
    const { status, headers, text } = await get();
    expect([status, text, headers['cache-control']]).toEqual([302, '', 'no-store']);
    const address = new URL(String(headers.location));
    expect(address.hostname).toBe('localhost');
    expect(address.searchParams.get('X-Amz-Expires')).toBe('90');
    const response = await fetch(address);
    expect(await response.text()).toBe(large);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'content-disposition': "attachment; filename*=UTF-8''large%20%C3%A9.txt",
      'accept-ranges': 'bytes',
    });
    const part = await fetch(address, { headers: { range: 'bytes=6-10' } });
    expect([part.status, await part.text()]).toEqual([206, 'large']);
    address.searchParams.set('response-content-type', 'text/html');
    expect((await fetch(address)).status).toBe(403);
  });

  test.each(['/@blob/file:content', '/@blob', '/@rendition/mainBlob'])(
    'from %s as well, a range too, and each is recorded once',
    async (path) => {
      const id = await createFile({});
      const whole = await app.request(`GET /api/v1/id/${id}${path}`);
      expect(whole.status).toBe(302);
      expect(await downloads(id)).toBe(1);
      const headers = { range: 'bytes=6-' };
      expect((await app.request(`GET /api/v1/id/${id}${path}`, { headers })).status).toBe(302);
      expect(await downloads(id)).toBe(1);
    },
  );

  test('shown in the browser with a type that runs nothing', async () => {
    const { headers } = await get({}, '?inline=true');
    const response = await fetch(String(headers.location));
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    await response.arrayBuffer();
  });

  test.each([
    ['text/html', ''],
    ['text/html; charset=UTF-8', '?inline=true'],
    ['image/svg+xml', ''],
    ['application/xml', ''],
    ['text/xml', ''],
    ['application/xhtml+xml', ''],
    ['text/javascript', ''],
    ['message/rfc822', ''],
    ['application/zip', '?inline=true'],
  ])('never for %s with the query "%s"', async (type, query) => {
    const id = await createFile({ 'mime-type': type, name: 'active.bin' });
    const { status, bytes } = await get({}, query, id);
    expect([status, bytes.length]).toEqual([200, large.length]);
  });

  test('other types are, to be saved', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const id = await createFile({ 'mime-type': type, name: 'a.docx' });
    expect((await get({}, '', id)).status).toBe(302);
  });

  test.each([
    ['if-range', '"0"'],
    ['want-digest', 'SHA-256'],
    ['sec-fetch-mode', 'cors'],
    ['sec-fetch-mode', 'same-origin'],
  ])('not for a request with %s: %s', async (name, value) => {
    expect((await get({ headers: { [name]: value } })).status).toBe(200);
  });

  test('not when the client has the content, asks for its headers, or for nothing of it', async () => {
    const head = await app.request(`HEAD /nxfile/default/${uid}/file:content`);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(large.length)]);
    const kept = { headers: { 'if-none-match': String(head.headers.etag) } };
    expect((await get(kept)).status).toBe(304);
    expect((await get({ headers: { 'if-match': '"0"' } })).status).toBe(412);
    expect((await get({ headers: { range: `bytes=${large.length}-` } })).status).toBe(416);
  });

  test('not for small files, and not what an operation returns', async () => {
    const id = await createFile({ content: 'x'.repeat(sizeMin - 1) });
    expect((await get({}, '', id)).status).toBe(200);
    const operation = { body: { input: `doc:${uid}` } };
    const { status } = await app.request('POST /site/automation/Document.GetBlob', operation);
    expect(status).toBe(200);
  });

  test('only for those who may read the document', async () => {
    const id = await createFile({});
    const reader = { user: 'reader', password: 'reader' };
    expect((await get(reader, '', id)).status).toBe(302);
    await setAcl(app, id, [denyAll]);
    expect((await get(reader, '', id)).status).toBe(404);
    expect((await get({ user: null }, '', id)).status).toBe(401);
  });

  test('content that is gone from the storage is an error of the server', async () => {
    const id = await createFile({ content: `${large}gone` });
    const { headers } = await app.request(`HEAD /nxfile/default/${id}/file:content`);
    const key = String(headers.etag).replaceAll('"', '');
    if (isBlobKey(key)) await app.services.blobs.remove(key);
    const { status, json } = await get({}, '', id);
    expect([status, json.message]).toEqual([500, 'Internal Server Error']);
  });

  test('the official client follows it', async () => {
    const client = openClient(await app.listen());
    const document = await client.repository().fetch(uid, { schemas: ['file'] });
    const response = await document.fetchBlob();
    expect((await response.buffer()).toString()).toBe(large);
    expect(response.headers.get('x-request-id')).toBeNull();
  });
});
