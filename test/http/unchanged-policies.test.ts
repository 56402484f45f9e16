import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

/** Browsers put the headers of 304 in the place of those that they have kept with a content. */
describe.each(engines)('what has not changed keeps its policy on %s', (engine) => {
  let app: TestApp;
  const paths: string[] = [];
  beforeAll(async () => {
    app = await startTestApp(engine);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
    const content = { data: svg, name: 'drawing.svg', 'mime-type': 'image/svg+xml' };
    const properties = { 'file:content': content };
    const { uid } = await createDocument(app, { name: 'drawing', properties });
    const note = await createDocument(app, {
      name: 'note',
      type: 'Note',
      properties: { 'note:note': '<p>text</p>', 'note:mime_type': 'text/html' },
    });
    paths.push(
      `/api/v1/id/${uid}/@blob/file:content?inline=true`,
      `/nxfile/default/${uid}/file:content/drawing.svg?inline=true`,
      `/api/v1/id/${uid}/@preview/`,
      `/api/v1/id/${uid}/@preview/image`,
      `/api/v1/id/${note.uid}/@preview/`,
      '/icons/pdf.png',
    );
  });
  afterAll(() => app.close());

  test('files, previews and icons', async () => {
    for (const path of paths) {
      const first = await app.request(`GET ${path}`);
      expect([path, first.status]).toEqual([path, 200]);
      const headers = { 'If-None-Match': String(first.headers.etag) };
      const again = await app.request(`GET ${path}`, { headers });
      const name = 'content-security-policy';
      expect([path, again.status, again.headers[name]]).toEqual([path, 304, first.headers[name]]);
      expect(first.headers[name]).toContain('sandbox');
    }
  });
});
