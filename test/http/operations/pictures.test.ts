import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { completeWaitingMedia } from '../../support/renditions.ts';

const workspaces = '/default-domain/workspaces';

describe.each(engines)('operations on pictures on %s', (engine) => {
  let app: TestApp;
  let pictureId: string;
  let noteId: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    const properties = { 'dc:title': 'Beach', originalPicture: await uploadedPicture() };
    const call = { input: workspaces, params: { name: 'beach', properties } };
    const created = await callOperation(app, 'Picture.Create', call);
    expect(created.json).toMatchObject({ type: 'Picture', title: 'Beach' });
    pictureId = created.json.uid;
    const note = { 'entity-type': 'document', type: 'Note', name: 'note' };
    noteId = (await app.request(`POST /api/v1/path${workspaces}`, { body: note })).json.uid;
    expect(await completeWaitingMedia(app.services)).toEqual({ made: 1, failed: 0 });
  });
  afterAll(() => app.close());

  async function upload(name: string, type: string, body: Buffer) {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    return { 'upload-batch': json.batchId, 'upload-fileId': '0' };
  }
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } });
  const uploadedPicture = async () =>
    upload('beach.png', 'image/png', await picture(800, 400).png().toBuffer());
  const sizeOf = async (bytes: Buffer) => {
    const { format, width, height } = await sharp(bytes).metadata();
    return [format, width, height];
  };

  test('Picture.Create takes the file among the properties, and nothing without it', async () => {
    const missing = await callOperation(app, 'Picture.Create', {
      input: workspaces,
      params: { name: 'none', properties: { 'dc:title': 'None' } },
    });
    expect([missing.status, missing.json.message]).toEqual([
      400,
      expect.stringMatching(/properties: originalPicture is missing; send the file there/),
    ]);
    expect((await app.request(`GET /api/v1/path${workspaces}/none`)).status).toBe(404);
    const templates = await callOperation(app, 'Picture.Create', {
      input: workspaces,
      params: {
        properties: { originalPicture: await uploadedPicture() },
        pictureTemplates: { banner: '{"width": 10}' },
      },
    });
    expect([templates.status, templates.json.message]).toEqual([
      400,
      expect.stringMatching(/pictureTemplates: is not supported; leave it out/),
    ]);
  });

  test('Picture.GetView returns a view, the file itself, or nothing', async () => {
    const view = (input: string, viewName?: string) =>
      callOperation(app, 'Picture.getView', { input, params: viewName ? { viewName } : {} });
    expect(await sizeOf((await view(pictureId, 'Small')).bytes)).toEqual(['jpeg', 560, 280]);
    expect(await sizeOf((await view(pictureId)).bytes)).toEqual(['png', 800, 400]);
    expect((await view(pictureId, 'Huge')).status).toBe(204);
    expect((await view(noteId, 'Small')).status).toBe(204);
    await app.request(`POST /api/v1/path${workspaces}/@op/Document.BlockPermissionInheritance`, {
      body: { params: { acl: 'local' } },
    });
    const hidden = { input: pictureId, params: {}, user: 'ann', password: 'ann' };
    expect((await callOperation(app, 'Picture.GetView', hidden)).status).toBe(403);
  });

  test('Picture.Resize reduces a document or a file in its proportions', async () => {
    const params = { maxWidth: 200, maxHeight: 200 };
    const ofDocument = await callOperation(app, 'Picture.Resize', { input: pictureId, params });
    expect(await sizeOf(ofDocument.bytes)).toEqual(['png', 200, 100]);
    expect(ofDocument.headers['content-disposition']).toMatch(/beach\.png/);
    const input = await uploadedPicture();
    const ofFile = await callOperation(app, 'Picture.resize', {
      input,
      params: { maxWidth: 0, maxHeight: 50 },
    });
    expect(await sizeOf(ofFile.bytes)).toEqual(['png', 100, 50]);
  });

  test('Picture.Resize says what it cannot resize', async () => {
    const params = { maxWidth: 20, maxHeight: 20 };
    const text = await upload('text.txt', 'text/plain', Buffer.from('words'));
    const ofText = await callOperation(app, 'Picture.Resize', { input: text, params });
    expect(ofText.headers['content-disposition']).toMatch(/text\.txt\.null/);
    const broken = await upload('broken.png', 'image/png', Buffer.from('no picture'));
    const ofBroken = await callOperation(app, 'Picture.Resize', { input: broken, params });
    expect(ofBroken.json.message).toMatch(/broken\.png cannot be resized: .*unsupported image/);
    const negative = await callOperation(app, 'Picture.Resize', {
      input: pictureId,
      params: { maxWidth: -1, maxHeight: 5 },
    });
    expect([negative.status, negative.json.message]).toEqual([
      400,
      expect.stringMatching(/maxWidth: -1 is no size; send a whole number/),
    ]);
    const missing = await callOperation(app, 'Picture.Resize', { input: pictureId, params: {} });
    expect(missing.status).toBe(400);
  });
});
