import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { administrator } from '../support/child-server.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { exchangeRaw, requestBytes } from '../support/raw-http.ts';

/** No header may carry these, or they would end it. */
const unfit = [
  'text/plain\r\nX-Injected: yes',
  'text/plain\u0001',
  'text/\u6f22',
  'text/plain; charset="a\nb"',
  'foo bar',
  '/',
  `text/${'x'.repeat(10_000)}`,
];

describe.each(engines)('media types on %s', (engine) => {
  let app: TestApp;
  let url: string;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(engine);
    url = await app.listen();
  });
  afterAll(() => app.close());

  const create = (type: string, properties: object) => {
    count += 1;
    const body = { 'entity-type': 'document', name: `n${count}`, type, properties };
    return app.request('POST /api/v1/path/', { body });
  };
  const upload = async (headers: Record<string, string>, body = 'content') => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const options = { body, headers };
    const response = await app.request(`POST /api/v1/upload/${batchId}/0`, options);
    return { batchId, response };
  };
  const download = async (uid: string, xpath = '') =>
    exchangeRaw(
      url,
      requestBytes({
        method: 'GET',
        target: `/nuxeo/api/v1/id/${uid}/@blob${xpath}`,
        headers: [['Authorization', administrator]],
      }),
    );

  test.each(unfit)('%j is refused as the type of a note', async (type) => {
    const properties = { 'note:note': 'x', 'note:mime_type': type };
    const response = await create('Note', properties);
    expect([response.status, response.text]).toEqual([422, expect.stringContaining('mime_type')]);
    const note = (await create('Note', { 'note:note': 'x' })).json;
    const body = { 'entity-type': 'document', uid: note.uid, properties };
    expect((await app.request(`PUT /api/v1/id/${note.uid}`, { body })).status).toBe(422);
    const params = { properties: { 'note:mime_type': type } };
    const call = { body: { input: `doc:${note.uid}`, params } };
    expect((await app.request('POST /site/automation/Document.Update', call)).status).toBe(422);
    expect((await download(note.uid))?.status).toBe(200);
  });

  test.each([
    ['text/html', 'text/html; charset=UTF-8'],
    ['text/x-web-markdown', 'text/x-web-markdown; charset=UTF-8'],
    ['text/plain; charset=iso-8859-1', 'text/plain; charset=UTF-8'],
    ['', 'text/plain; charset=UTF-8'],
  ])('a note of the type %j is sent as %s', async (type, sent) => {
    const note = (await create('Note', { 'note:note': 'x', 'note:mime_type': type })).json;
    const response = await download(note.uid);
    expect([response?.status, response?.headers.get('content-type')]).toEqual([200, sent]);
  });

  test.each(unfit)(
    'a note that has the type %j from before is sent as plain text',
    async (type) => {
      const note = (await create('Note', { 'note:note': 'x', 'note:mime_type': 'text/html' })).json;
      await spoil(note.uid, (properties) => ({ ...properties, 'note:mime_type': type }));
      const response = await download(note.uid);
      expect(response?.status).toBe(200);
      expect(response?.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
      expect(response?.headers.has('x-injected')).toBe(false);
      const call = { body: { input: `doc:${note.uid}`, params: {} } };
      const blob = await app.request('POST /site/automation/Document.GetBlob', call);
      expect([blob.status, blob.text]).toEqual([200, 'x']);
    },
  );

  /** Puts what earlier programs let in where it would be now. */
  async function spoil(
    uid: string,
    change: (properties: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<void> {
    await app.services.database.write(async (handle) => {
      const row = await handle.first(
        handle.builder.selectFrom('document').select('properties').where('id', '=', uid),
      );
      const stored = row?.properties as unknown;
      const parsed = typeof stored === 'string' ? JSON.parse(stored) : stored;
      const properties = JSON.stringify(change(parsed)) as never;
      await handle.run(
        handle.builder.updateTable('document').set({ properties }).where('id', '=', uid),
      );
    });
  }

  test.each(unfit)('a blob that has the type and encoding %j from before is sent', async (type) => {
    const blob = { data: 'x', name: 'x.txt', 'mime-type': 'text/plain' };
    const file = (await create('File', { 'file:content': blob })).json;
    await spoil(file.uid, (properties) => ({
      ...properties,
      'file:content': { ...(properties['file:content'] as object), mimeType: type, encoding: type },
    }));
    const response = await download(file.uid);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('application/octet-stream');
    const list = { input: [`doc:${file.uid}`, `doc:${file.uid}`], params: {} };
    const parts = await app.request('POST /site/automation/Document.GetBlob', { body: list });
    expect(parts.status, parts.text).toBe(200);
    expect(parts.text).not.toMatch(/^X-Injected/m);
  });

  test.each(unfit)('%j is refused as the type and the encoding of an inline blob', async (type) => {
    const typed = { data: 'x', name: 'x.txt', 'mime-type': type };
    const first = await create('File', { 'file:content': typed });
    expect([first.status, first.text]).toEqual([400, expect.stringContaining('mime type')]);
    const encoded = { data: 'x', name: 'x.txt', encoding: type };
    expect((await create('File', { 'file:content': encoded })).status).toBe(400);
  });

  const unknown = ['pdf', 'foo bar', 'text/', '/x', 'a/b/c', ';;', '"', 'text/plain; x'];

  test.each(unknown)('an upload with the Content-Type %j is taken', async (type) => {
    const { batchId, response } = await upload({ 'content-type': type, 'X-File-Name': 'a.txt' });
    expect([response.status, response.text]).toEqual([201, expect.anything()]);
    const blob = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const made = await createDocument(app, { name: 'up', properties: { 'file:content': blob } });
    expect(made.properties['file:content']['mime-type']).toBe('text/plain');
  });

  test.each(['foo bar', 'text/', 'a/b/c', '\u00e9/x'])(
    'an X-File-Type of %j is no type',
    async (type) => {
      const { batchId, response } = await upload({
        'content-type': 'application/octet-stream',
        'X-File-Name': 'a.txt',
        'X-File-Type': type,
      });
      expect(response.status).toBe(201);
      const blob = { 'upload-batch': batchId, 'upload-fileId': '0' };
      const made = await createDocument(app, { name: 'up', properties: { 'file:content': blob } });
      expect(made.properties['file:content']['mime-type']).toBe('text/plain');
    },
  );

  test.each(unknown)('parts with the Content-Type %j are taken', async (type) => {
    const part = (name: string) =>
      `--b\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\nx\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const file = (await create('File', {})).json;
    const form = await app.request(`PUT /api/v1/id/${file.uid}/@blob/file:content`, {
      body: `${part('a.txt')}--b--\r\n`,
      headers,
    });
    expect([form.status, form.text]).toEqual([200, 'blob updated']);
    expect((await download(file.uid))?.status).toBe(200);
    const json = `--b\r\nContent-Type: application/json\r\n\r\n{"params":{"document":"${file.uid}","xpath":"file:content"}}\r\n`;
    const call = await app.request('POST /site/automation/Blob.AttachOnDocument', {
      body: `${json}${part('b.txt')}--b--\r\n`,
      headers,
    });
    expect(call.status, call.text).toBe(200);
    const stored = (await app.request(`GET /api/v1/id/${file.uid}?properties=*`, {})).json;
    expect(stored.properties['file:content']['mime-type']).toBe('text/plain');
  });

  test.each(['pdf', 'foo bar'])('JSON must still say so: %j is 415', async (type) => {
    const body = '{"entity-type":"document","name":"x","type":"File"}';
    const response = await app.request('POST /api/v1/path/', {
      body,
      headers: { 'content-type': type },
    });
    expect([response.status, response.text]).toEqual([415, expect.stringContaining(type)]);
  });
});
