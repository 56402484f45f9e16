import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';

const file = (name: string, data: string, type = 'text/plain') => ({
  'file:content': { name, data, 'mime-type': type },
});

describe.each(engines)('renditions on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  const rendition = (id: string, name: string, options = {}) =>
    app.request(`GET /api/v1/id/${id}/@rendition/${name}`, options);
  const enriched = async (id: string) => {
    const headers = { 'enrichers.document': 'renditions' };
    const { json } = await app.request(`GET /api/v1/id/${id}`, { headers });
    return json.contextParameters.renditions;
  };
  const namesOf = async (id: string) => {
    const listed: readonly { name: string }[] = await enriched(id);
    return listed.map(({ name }) => name);
  };
  const picture = (name: string) =>
    createDocument(app, {
      name,
      type: 'Picture',
      properties: {
        ...file(`${name}.jpg`, 'the original', 'image/jpeg'),
        'picture:views': [
          {
            title: 'Small',
            content: { name: `Small_${name}.jpg`, data: 'smaller', 'mime-type': 'image/jpeg' },
          },
          {
            title: 'Other',
            content: { name: 'other.jpg', data: 'other', 'mime-type': 'image/jpeg' },
          },
        ],
      },
    });

  test('are listed by the enricher with four texts each, those that apply only', async () => {
    const { uid } = await createDocument(app, {
      name: 'listed',
      properties: file('a.txt', 'text'),
    });
    const place = (name: string) =>
      expect.stringMatching(new RegExp(`/id/${uid}/@rendition/${name}$`));
    const icon = (name: string) => expect.stringMatching(new RegExp(`/nuxeo/icons/${name}$`));
    expect(await enriched(uid)).toEqual([
      { name: 'pdf', kind: '', icon: icon('pdf.png'), url: place('pdf') },
      { name: 'xmlExport', kind: '', icon: icon('xml.png'), url: place('xmlExport') },
      { name: 'zipExport', kind: '', icon: icon('zip_export.png'), url: place('zipExport') },
      {
        name: 'thumbnail',
        kind: 'cmis:thumbnail',
        icon: icon('image.gif'),
        url: place('thumbnail'),
      },
    ]);
    const headers = { 'enrichers.document': 'renditions', 'X-Cartulary-Dialect': 'native' };
    const native = await app.request(`GET /api/v1/id/${uid}`, { headers });
    const [first] = native.json.contextParameters.renditions;
    expect([first.name, first.kind]).toEqual(['pdf', null]);
  });

  test('depend on the type and the file of a document', async () => {
    const folder = await createDocument(app, { name: 'folder', type: 'Folder' });
    expect(await namesOf(folder.uid)).toEqual(['xmlExport', 'zipTreeExport', 'thumbnail']);
    const empty = await createDocument(app, { name: 'empty' });
    expect(await namesOf(empty.uid)).toEqual(['xmlExport', 'zipExport', 'thumbnail']);
    const program = file('a.bin', 'x', 'application/octet-stream');
    const other = await createDocument(app, { name: 'other', properties: program });
    expect(await namesOf(other.uid)).not.toContain('pdf');
    const note = await createDocument(app, { name: 'note', type: 'Note' });
    expect(await namesOf(note.uid)).toContain('pdf');
    const { uid } = await picture('beach');
    expect(await namesOf(uid)).toEqual([
      ...['xmlExport', 'zipExport', 'imageToPDF', 'thumbnail', 'Small'],
    ]);
  });

  test('of pictures are their views, with validators, ranges and an entry in the audit', async () => {
    const { uid } = await picture('portrait');
    const { url } = (await enriched(uid)).find(({ name }: { name: string }) => name === 'Small');
    const path = new URL(url).pathname.slice('/nuxeo'.length);
    const small = await app.request(`GET ${path}?clientReason=view`);
    expect([small.status, small.text]).toEqual([200, 'smaller']);
    expect(small.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/jpeg/),
      'content-disposition': 'attachment; filename=Small_portrait.jpg',
      etag: expect.any(String),
    });
    const present = { headers: { 'if-none-match': String(small.headers.etag) } };
    expect((await rendition(uid, 'Small', present)).status).toBe(304);
    const part = await rendition(uid, 'Small', { headers: { range: 'bytes=0-2' } });
    expect([part.status, part.text]).toEqual([206, 'sma']);
    const told = async () => {
      const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
      return json.entries.map(({ extended }: { extended: object }) => extended);
    };
    await expect.poll(told).toContainEqual(
      expect.objectContaining({
        blobXPath: 'picture:views/0/content',
        rendition: 'Small',
        clientReason: 'view',
      }),
    );
  });

  test('of videos are their conversions, whose names have spaces', async () => {
    const converted = { name: 'film.webm', data: 'webm', 'mime-type': 'video/webm' };
    const { uid } = await createDocument(app, {
      name: 'film',
      type: 'Video',
      properties: {
        ...file('film.mp4', 'mp4', 'video/mp4'),
        'vid:transcodedVideos': [{ name: 'WebM 480p', content: converted }],
      },
    });
    expect(await namesOf(uid)).toEqual(['xmlExport', 'zipExport', 'thumbnail', 'WebM 480p']);
    const found = await rendition(uid, 'WebM%20480p');
    expect([found.status, found.text]).toEqual([200, 'webm']);
    expect(found.headers['content-type']).toMatch(/^video\/webm/);
    expect((await rendition(uid, 'MP4%20480p')).status).toBe(404);
  });

  test('that are the main file are not listed and can be read', async () => {
    const { uid } = await createDocument(app, { name: 'main', properties: file('m.txt', 'main') });
    const main = await rendition(uid, 'mainBlob');
    expect([main.status, main.text, main.headers.etag]).toEqual([
      200,
      'main',
      expect.stringMatching(/^"\w+"$/),
    ]);
    const note = await createDocument(app, {
      name: 'words',
      type: 'Note',
      properties: { 'note:note': 'some words', 'note:mime_type': 'text/plain' },
    });
    expect((await rendition(note.uid, 'mainBlob')).text).toBe('some words');
    const empty = await createDocument(app, { name: 'without' });
    const none = await rendition(empty.uid, 'mainBlob');
    expect([none.status, none.json.message]).toEqual([
      404,
      "No Blob was found for rendition 'mainBlob'",
    ]);
  });

  test('that do not exist, or not for the document, are 404 with those it has', async () => {
    const { uid } = await createDocument(app, { name: 'plain', properties: file('a.txt', 'x') });
    const unknown = await rendition(uid, 'no/such%20one');
    expect([unknown.status, unknown.json.message]).toEqual([
      404,
      expect.stringMatching(/^No rendition is named no\/such one; it has pdf, xmlExport/),
    ]);
    const other = await rendition(uid, 'zipTreeExport');
    expect([other.status, other.json.message]).toEqual([
      404,
      expect.stringMatching(/of type File has no rendition zipTreeExport; it has pdf/),
    ]);
    expect((await app.request(`GET /api/v1/id/${uid}/@rendition`)).status).toBe(404);
    const call = { input: uid, params: { renditionName: 'nothing' } };
    expect((await callOperation(app, 'Document.GetRendition', call)).status).toBe(404);
    const without = await callOperation(app, 'Document.GetRendition', { input: uid });
    expect([without.status, without.text]).toEqual([400, expect.stringContaining('renditionName')]);
  });

  test('are for those who may read the document', async () => {
    const { uid } = await picture('hidden');
    expect((await rendition(uid, 'Small', { user: 'ann', password: 'ann' })).status).toBe(200);
    await setAcl(app, uid, [denyAll]);
    for (const name of ['Small', 'mainBlob', 'nothing']) {
      const refused = await rendition(uid, name, { user: 'ann', password: 'ann' });
      expect(refused.status, name).toBe(403);
    }
  });

  test('are returned by the operation, for lists as well', async () => {
    const { uid } = await createDocument(app, { name: 'op', properties: file('o.txt', 'one') });
    const params = { renditionName: 'mainBlob' };
    const one = await callOperation(app, 'Document.GetRendition', { input: uid, params });
    expect(one.text).toBe('one');
    const both = await callOperation(app, 'Document.GetRendition', {
      input: `docs:${uid},${uid}`,
      params,
    });
    expect(both.headers['content-type']).toMatch(/^multipart\/mixed/);
    const empty = await createDocument(app, { name: 'op-empty' });
    const none = await callOperation(app, 'Document.GetRendition', { input: empty.uid, params });
    expect([none.status, none.text, none.headers['content-disposition']]).toEqual([
      200,
      '',
      'attachment; filename=mainBlob.null',
    ]);
    expect((await callOperation(app, 'mainBlob', { input: uid })).status).toBe(400);
  });
});
