import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callWithFiles, type SentFile } from '../../support/operation-files.ts';
import { callOperation } from '../../support/operations.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(engines)('operations that convert on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const file = (name: string, type: string, content: SentFile['content']) => ({
    name,
    type,
    content,
  });
  const markdown = file('a.md', 'text/x-web-markdown', '# One');

  test('Blob.Convert makes another type of a file and of each of several', async () => {
    const params = { mimeType: 'text/html' };
    const one = await callWithFiles(app, 'Blob.Convert', { files: [markdown], params });
    expect([one.status, one.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(one.text).toContain('<h1>One</h1>');
    const same = file('b.html', 'text/html', '<p>as it is');
    const both = await callWithFiles(app, 'Blob.Convert', { files: [markdown, same], params });
    expect(both.headers['content-type']).toMatch(/^multipart\/mixed/);
    expect(both.text).toMatch(/<h1>One<\/h1>[\s\S]*<p>as it is/);
  });

  test('Blob.Convert takes the text of a note, and gives nothing for a document without file', async () => {
    const note = await createDocument(app, {
      type: 'Note',
      name: 'note',
      properties: { 'note:note': '<p>A note', 'note:mime_type': 'text/html' },
    });
    const params = { mimeType: 'text/plain' };
    const made = await callOperation(app, 'Blob.Convert', { input: note.uid, params });
    expect([made.status, made.text]).toEqual([200, 'A note\n']);
    const folder = await createDocument(app, { type: 'Folder', name: 'folder' });
    expect((await callOperation(app, 'Blob.ToPDF', { input: folder.uid })).status).toBe(204);
  });

  test('Blob.ToPDF makes a PDF of a picture', async () => {
    const files = [file('dot.png', 'image/png', png)];
    const made = await callWithFiles(app, 'Blob.ToPDF', { files });
    expect([made.status, made.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(made.headers['content-disposition']).toContain('dot.pdf');
    expect(made.text).toMatch(/^%PDF-/);
  });

  test('Blob.RunConverter runs a converter with parameters', async () => {
    const files = [file('dot.png', 'image/png', png)];
    const params = { converter: 'pictureResize', parameters: { width: 'wide' } };
    const wrong = await callWithFiles(app, 'Blob.RunConverter', { files, params });
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('The parameter width must be a number'),
    ]);
    const right = { converter: 'pictureResize', parameters: 'width=1' };
    const made = await callWithFiles(app, 'Blob.RunConverter', { files, params: right });
    expect([made.status, made.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const unknown = { converter: 'none' };
    const refused = await callWithFiles(app, 'Blob.RunConverter', { files, params: unknown });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('No converter is named none'),
    ]);
  });

  test('a file that is damaged is refused', async () => {
    const files = [file('a.pdf', 'application/pdf', 'no PDF')];
    const params = { mimeType: 'text/plain' };
    const refused = await callWithFiles(app, 'Blob.Convert', { files, params });
    expect([refused.status, refused.json.message]).toEqual([
      422,
      expect.stringContaining('The file cannot be converted'),
    ]);
  });

  test.each(['blobToPDF', 'Image.Blob.ConvertToPDF'])(
    '%s needs a file on the stack',
    async (id) => {
      const refused = await callOperation(app, id);
      expect(refused.status).toBe(400);
    },
  );
});
