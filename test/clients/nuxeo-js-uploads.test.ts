import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientPlaces, Nuxeo, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

const patience = { timeout: 60_000, interval: 20 };
const workspaces = '/default-domain/workspaces';

const blobOf = (text: string, name: string, mimeType = 'text/plain') => {
  const content = Buffer.from(text);
  return new Nuxeo.Blob({ content, name, mimeType, size: content.length });
};

describe.each(clientPlaces)('uploads by the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let client: NuxeoClient;
  beforeAll(async () => {
    app = await startTestApp(engine, { wireDialect: dialect });
    client = openClient(await app.listen());
  });
  afterAll(() => app.close());

  const createFile = (name: string, properties: object) =>
    client.repository().create(workspaces, { type: 'File', name, properties });
  const texts = ['a', 'b', 'c', 'd'];

  test('many files go into one batch at the same time, and keep their numbers', async () => {
    const batch = client.batchUpload({ concurrency: 3 });
    const first = batch.upload(...texts.map((text) => blobOf(text, `${text}.txt`)));
    const last = batch.upload([blobOf('last', 'last.txt')]);
    expect(batch.isFinished()).toBe(false);
    const { blobs } = await batch.done();
    expect(batch.isFinished()).toBe(true);
    expect((await first).blobs).toEqual(blobs.slice(0, 4));
    expect((await last).blob['upload-fileId']).toBe('4');
    const listed = await batch.fetchBlobs();
    expect(listed.blobs.map(({ name }) => name)).toEqual([
      'a.txt',
      'b.txt',
      'c.txt',
      'd.txt',
      'last.txt',
    ]);
    const files = blobs.map((file) => ({ file }));
    const made = await createFile('many', { 'files:files': files });
    for (const [index, text] of texts.entries()) {
      const read = await made.fetchBlob(`files:files/${index}/file`);
      expect((await read.buffer()).toString()).toBe(text);
    }
  });

  test('a file of a batch is looked at and taken out again', async () => {
    const batch = client.batchUpload();
    const { blob } = await batch.upload(blobOf('kept', 'kept é.txt'));
    expect(blob).toBeInstanceOf(Nuxeo.BatchBlob);
    await batch.upload(blobOf('gone', 'gone.txt'));
    expect((await batch.fetchBlob(1)).blob).toMatchObject({ name: 'gone.txt' });
    expect((await batch.removeBlob(1)).status).toBe(204);
    await expect(batch.fetchBlob(1)).rejects.toMatchObject({ response: { status: 404 } });
    const made = await createFile('taken', { 'file:content': blob });
    const read = await client.repository().fetch(made.uid, { schemas: ['file'] });
    expect(read.properties['file:content'].name).toBe('kept é.txt');
  });

  test('a batch is begun anew after it was cancelled', async () => {
    const batch = client.batchUpload();
    const old = await batch.upload(blobOf('old', 'old.txt'));
    expect(await batch.cancel()).toBe(batch);
    const { blob } = await batch.upload(blobOf('new', 'new.txt'));
    expect(blob['upload-batch']).not.toBe(old.blob['upload-batch']);
    await expect(client.batchUpload().fetchBlobs()).rejects.toThrow("No 'batchId' set");
  });

  test('a file is converted at once, and in the background', async () => {
    const { blob } = await client.batchUpload().upload(blobOf('plain text', 'plain.txt'));
    const made = await createFile('converted', { 'file:content': blob });
    const converted = await made.convert({ type: 'text/html' });
    expect(await converted.text()).toContain('plain text');
    const { pollingURL } = await made.scheduleConversion({ type: 'text/html' });
    const poll = () => client.http({ method: 'GET', url: pollingURL });
    const done = await vi.waitFor(async () => {
      const state = (await poll()) as unknown as { status: string; resultURL: string };
      if (state.status !== 'completed') throw new Error(state.status);
      return state;
    }, patience);
    const result = await client.http({ method: 'GET', url: done.resultURL });
    expect(await result.text()).toContain('plain text');
    const unknown = made.convert({ converter: 'none' });
    await expect(unknown).rejects.toMatchObject({ response: { status: 400 } });
  });

  test('an operation runs in the background, and its result is fetched', async () => {
    const made = await createFile('background', { 'dc:title': 'Background' });
    const accepted = await client
      .request('automation/Document.Fetch/@async')
      .post({ body: { params: { value: made.uid } }, resolveWithFullResponse: true });
    expect(accepted.status).toBe(202);
    const url = accepted.headers.get('location').replace(/\/status$/, '');
    const result = await vi.waitFor(() => client.http({ method: 'GET', url }), patience);
    expect(result).toMatchObject({ uid: made.uid, title: 'Background' });
  });
});
