import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';

const parent = '/api/v1/path/default-domain/workspaces';
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const pdf = Buffer.from('%PDF-1.7 and so on');

describe.each(engines)('the types of files on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
  });
  afterAll(() => app.close());

  async function upload(
    content: Buffer,
    headers: Record<string, string>,
  ): Promise<{ batchId: string; reference: object }> {
    const { json } = await app.request('POST /api/v1/upload');
    const batchId: string = json.batchId;
    const { status } = await app.request(`POST /api/v1/upload/${batchId}/0`, {
      body: content,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
    expect(status).toBe(201);
    return { batchId, reference: { 'upload-batch': batchId, 'upload-fileId': '0' } };
  }

  let count = 0;
  async function create(properties: object = {}): Promise<string> {
    count += 1;
    const name = `f${count}`;
    const { status } = await app.request(`POST ${parent}`, {
      body: { 'entity-type': 'document', type: 'File', name, properties },
    });
    expect(status).toBe(201);
    return name;
  }
  const read = async (name: string) => {
    const headers = { 'x-nxproperties': '*' };
    return (await app.request(`GET ${parent}/${name}`, { headers })).json;
  };
  const typeOf = async (name: string) => {
    const { properties } = await read(name);
    return properties['file:content']['mime-type'];
  };

  test.each([
    ['data.json', '{}', 'application/json'],
    ['data.yaml', 'a: 1', 'text/yaml'],
    ['photo.heic', 'x', 'image/heic'],
    ['plan.dwg', 'x', 'image/vnd.dwg'],
    ['plan.dxf', 'x', 'image/vnd.dxf'],
    ['mail.eml', 'x', 'message/rfc822'],
    ['mail.msg', 'x', 'application/vnd.ms-outlook'],
    ['blob', '%PDF-1.7', 'application/pdf'],
    ['README', 'words', 'text/plain'],
    ['a.tmp', '%PDF-1.7', 'application/octet-stream'],
  ])('follow from the name %s and the content %s of an upload', async (name, content, type) => {
    for (const sent of [{}, { 'x-file-type': 'application/octet-stream' }]) {
      const { reference } = await upload(Buffer.from(content), { 'x-file-name': name, ...sent });
      expect(await typeOf(await create({ 'file:content': reference }))).toBe(type);
    }
  });

  test('are as the sender says where that is known', async () => {
    const headers = { 'x-file-name': 'blob', 'x-file-type': 'image/png' };
    const { reference } = await upload(pdf, headers);
    expect(await typeOf(await create({ 'file:content': reference }))).toBe('image/png');
  });

  test('follow from the content of a file that is put into a document', async () => {
    const name = await create();
    const form = Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\nContent-Type: foo bar\r\n\r\n',
      ),
      heic,
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const { status } = await app.request(`PUT ${parent}/${name}/@blob/file:content`, {
      body: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(status).toBe(200);
    expect(await typeOf(name)).toBe('image/heic');
    const { headers } = await app.request(`GET ${parent}/${name}/@blob/file:content`);
    expect(headers['content-type']).toBe('image/heic');
  });

  test('follow from the content of a file that an operation attaches', async () => {
    const name = await create();
    const { batchId } = await upload(pdf, { 'x-file-name': 'blob' });
    const path = `/default-domain/workspaces/${name}`;
    const { status } = await app.request(
      `POST /api/v1/upload/${batchId}/0/execute/Blob.AttachOnDocument`,
      { body: { params: { document: path } } },
    );
    expect(status).toBe(200);
    expect(await typeOf(name)).toBe('application/pdf');
  });
});
