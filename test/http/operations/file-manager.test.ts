import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { freeReferences } from '../../support/free-references.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  type TestDocument,
  testOperationCases,
} from '../../support/operation-cases.ts';
import {
  callWithBatch,
  callWithFiles,
  type SentFile,
  textFile,
} from '../../support/operation-files.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const folders: readonly OperationCase[] = [
  {
    id: 'FileManager.CreateFolder',
    params: () => ({ title: 'New folder' }),
    input: (place, name) => place.create(name, { type: 'Folder' }),
    isSingle: true,
  },
];

const pdf = (name: string, content = '%PDF'): SentFile => ({ name, content });

describe.each(engines)('the file manager on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine, freeReferences);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
    place = await preparePlace(app, 'file manager');
  });
  afterAll(() => app.close());

  testOperationCases(() => app, folders);

  const ok = (response: TestResponse) => {
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const folder = (name: string, parent = place.writable.uid) =>
    place.create(name, { type: 'Folder', parent });
  let count = 0;
  const anyFolder = () => {
    count += 1;
    return folder(`folder ${count}`);
  };
  const children = async ({ uid }: TestDocument) =>
    (await app.request(`GET /api/v1/id/${uid}/@children`)).json.entries.map(
      ({ title }: { title: string }) => title,
    );
  const importInto = (
    container: TestDocument,
    files: readonly SentFile[],
    { id = 'FileManager.Import', params = {} }: { id?: string; params?: object } = {},
  ) =>
    callWithFiles(app, id, {
      files,
      params,
      context: { currentDocument: container.uid },
      user: 'bob',
    });

  describe('importing', () => {
    test.each<{ sent: SentFile; type: string; mimeType: string }>([
      { sent: pdf('report.pdf'), type: 'File', mimeType: 'application/pdf' },
      { sent: { name: 'photo.JPG', content: 'x' }, type: 'Picture', mimeType: 'image/jpeg' },
      { sent: { name: 'song.mp3', content: 'x' }, type: 'Audio', mimeType: 'audio/mpeg' },
      { sent: { name: 'film.mp4', content: 'x' }, type: 'Video', mimeType: 'video/mp4' },
      {
        sent: { name: 'data', content: Buffer.from([0, 1, 2]) },
        type: 'File',
        mimeType: 'application/octet-stream',
      },
      { sent: { name: 'scan', content: '%PDF-1.7' }, type: 'File', mimeType: 'application/pdf' },
      {
        sent: { name: 'photo', content: 'x', type: 'image/png' },
        type: 'Picture',
        mimeType: 'image/png',
      },
      { sent: textFile('a.pdf'), type: 'File', mimeType: 'application/pdf' },
      {
        sent: { name: 'binary.txt', content: Buffer.from([0, 1, 2]) },
        type: 'File',
        mimeType: 'text/plain',
      },
      {
        sent: { name: 'large.txt', content: Buffer.alloc(1024 * 1024 + 1, 'a') },
        type: 'File',
        mimeType: 'text/plain',
      },
      { sent: { name: 'a.zip', content: 'PK' }, type: 'File', mimeType: 'application/zip' },
    ])('$sent.name of $sent.type becomes a $type', async ({ sent, type, mimeType }) => {
      const container = await anyFolder();
      const document = ok(await importInto(container, [sent]));
      expect(document).toMatchObject({
        type,
        title: sent.name,
        parentRef: container.uid,
        properties: {
          'file:content': { name: sent.name, 'mime-type': mimeType },
          'dc:creator': 'bob',
        },
      });
      const stored = await app.request(`GET /api/v1/id/${document.uid}/@blob/file:content`);
      expect(stored.bytes.equals(Buffer.from(sent.content))).toBe(true);
    });

    test.each<{ sent: SentFile; text: string; mimeType: string }>([
      { sent: textFile('plain.txt', 'déjà vu'), text: 'déjà vu', mimeType: 'text/plain' },
      { sent: { name: 'README', content: 'read me' }, text: 'read me', mimeType: 'text/plain' },
      {
        sent: { name: 'latin.txt', content: Buffer.from('déjà vu', 'latin1') },
        text: 'déjà vu',
        mimeType: 'text/plain',
      },
      { sent: pdf('page.html', '<p>a</p>'), text: '<p>a</p>', mimeType: 'text/html' },
      { sent: pdf('read.md', '# a'), text: '# a', mimeType: 'text/x-web-markdown' },
      { sent: textFile('empty.txt', ''), text: '', mimeType: 'text/plain' },
    ])('the text $sent.name becomes a note', async ({ sent, text, mimeType }) => {
      const document = ok(await importInto(await anyFolder(), [sent]));
      expect(document).toMatchObject({ type: 'Note', title: sent.name });
      expect(document.properties['note:note'] ?? '').toBe(text);
      expect(document.properties['note:mime_type']).toBe(mimeType);
    });

    test('the type that was sent counts when it is asked to', async () => {
      const container = await folder('trusting');
      const sent = { name: 'a.txt', content: 'x', type: 'application/pdf' };
      const params = { noMimeTypeCheck: true };
      expect(ok(await importInto(container, [sent], { params })).type).toBe('File');
      const other = { params: { mimeTypeCheck: false, properties: {} } };
      const id = 'FileManager.ImportWithProperties';
      expect(ok(await importInto(container, [sent], { id, ...other })).type).toBe('File');
    });

    test('the type that was sent is seen as it was, whatever the name says', async () => {
      const container = await folder('trusting the sender');
      const sent = { name: 'a.txt', content: 'x', type: 'application/octet-stream' };
      const context = { currentDocument: container.path };
      for (const [id, trusting] of [
        ['FileManager.Import', { noMimeTypeCheck: true }],
        ['FileManager.ImportWithProperties', { mimeTypeCheck: false, properties: {} }],
      ] as const) {
        const call = { files: [sent], context, params: trusting };
        const [listed] = ok(await callWithBatch(app, id, call)).entries;
        expect([id, listed.type]).toEqual([id, 'File']);
        const single = ok(await callWithFiles(app, id, call));
        expect(single.type).toBe('File');
        // Kept with the type that its name tells, as every file of a document.
        const read = await app.request(`GET /api/v1/id/${single.uid}`);
        expect(read.json.properties['file:content']['mime-type']).toBe('text/plain');
      }
      const [checked] = ok(
        await callWithBatch(app, 'FileManager.Import', { files: [sent], context }),
      ).entries;
      expect(checked.type).toBe('Note');
    });

    test('several files become several documents, and one of a batch a list', async () => {
      const container = await folder('several');
      const files = [textFile('a.txt'), pdf('b.pdf')];
      const answer = ok(await importInto(container, files));
      expect(answer['entity-type']).toBe('documents');
      expect(answer.entries.map(({ type }: { type: string }) => type)).toEqual(['Note', 'File']);
      const context = { currentDocument: container.path };
      const batch = { files: [pdf('c.pdf')], context, user: 'bob' };
      const listed = ok(await callWithBatch(app, 'FileManager.Import', batch));
      expect(listed.entries.map(({ title }: { title: string }) => title)).toEqual(['c.pdf']);
    });

    test('other documents than folders mean the folder that they are in', async () => {
      const container = await folder('around');
      const beside = await place.create('beside', { parent: container.uid });
      expect(ok(await importInto(beside, [pdf('a.pdf')])).parentRef).toBe(container.uid);
    });

    test('a document is made each time, and the names in paths stay unique', async () => {
      const container = await folder('twice');
      const first = ok(await importInto(container, [pdf('same.pdf')]));
      const second = ok(await importInto(container, [pdf('same.pdf')]));
      expect(first.path).toBe(`${container.path}/same.pdf`);
      expect(second.path).toMatch(/\/same\.pdf\.\d+$/);
      expect(await children(container)).toEqual(['same.pdf', 'same.pdf']);
    });

    test.each([
      ['a/b\\c.pdf', 'a-b-c.pdf'],
      [' spaced .pdf ', 'spaced .pdf'],
      [`${'x'.repeat(300)}.pdf`, 'x'.repeat(255)],
    ])('the file %s has a name that paths can hold', async (name, expected) => {
      const container = await folder(`named ${name.length}`);
      const headers = { files: [pdf(name)], context: { currentDocument: container.uid } };
      const [document] = ok(await callWithBatch(app, 'FileManager.Import', headers)).entries;
      expect(document.path).toBe(`${container.path}/${expected}`);
      expect(document.title).toBe(name);
    });

    test('a file without a name is imported all the same', async () => {
      const sent = { name: null, content: 'x' };
      expect(ok(await importInto(await folder('nameless'), [sent])).title).toBe('file');
    });
  });

  describe('importing over what is there', () => {
    const over = { params: { overwrite: true } };

    test.each(['overwrite', 'overwite'])('%s takes the document of the same file', async (name) => {
      const container = await folder(`over with ${name}`);
      const first = ok(await importInto(container, [pdf('a.pdf', 'one')]));
      const rename = { 'dc:title': 'Another title' };
      const body = { 'entity-type': 'document', properties: rename };
      await app.request(`PUT /api/v1/id/${first.uid}`, { body });
      const params = { [name]: true };
      const second = ok(await importInto(container, [pdf('a.pdf', 'two')], { params }));
      expect([second.uid, second.title]).toEqual([first.uid, 'Another title']);
      const content = await app.request(`GET /api/v1/id/${first.uid}/@blob/file:content`);
      expect(content.text).toBe('two');
      expect(await children(container)).toEqual(['Another title']);
    });

    test.each<[string, (content: string) => SentFile]>([
      ['Note', (content) => textFile('a.txt', content)],
      ['Audio', (content) => pdf('a.mp3', content)],
      ['Video', (content) => pdf('a.mp4', content)],
    ])('a %s is found by its title', async (type, sent) => {
      const container = await folder(`over ${type}`);
      const first = ok(await importInto(container, [sent('one')]));
      const second = ok(await importInto(container, [sent('two')], over));
      expect([second.type, second.uid]).toEqual([type, first.uid]);
      expect(JSON.stringify(second.properties)).not.toBe(JSON.stringify(first.properties));
    });

    test('two spellings of one name are the same', async () => {
      const container = await folder('spellings');
      const [first] = ok(
        await callWithBatch(app, 'FileManager.Import', {
          files: [pdf('é.pdf'.normalize('NFD'))],
          context: { currentDocument: container.uid },
        }),
      ).entries;
      const second = ok(await importInto(container, [pdf('é.pdf'.normalize('NFC'), 'two')], over));
      expect(second.uid).toBe(first.uid);
    });

    test('the same content again changes nothing', async () => {
      const container = await folder('unchanged');
      ok(await importInto(container, [pdf('a.pdf')], over));
      const before = await dumpSettledStore(app);
      ok(await importInto(container, [pdf('a.pdf')], over));
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test('trashed documents, those of other kinds and in other folders are left alone', async () => {
      const container = await folder('left alone');
      const trashed = ok(await importInto(container, [pdf('a.pdf')]));
      await app.request(`POST /api/v1/id/${trashed.uid}/@trash`);
      await place.call('Document.Trash', { input: trashed.uid });
      const other = { type: 'application/pdf', name: 'a.mp4', content: 'x' };
      const params = { noMimeTypeCheck: true };
      ok(await importInto(container, [other], { params }));
      const below = await folder('below', container.uid);
      ok(await importInto(below, [pdf('a.pdf')]));
      const fresh = ok(await importInto(container, [pdf('a.pdf', 'new')], over));
      const film = ok(await importInto(container, [pdf('a.mp4')], over));
      expect(fresh.uid).not.toBe(trashed.uid);
      expect(film.type).toBe('Video');
      expect((await children(container)).sort()).toEqual(['a.mp4', 'a.mp4', 'a.pdf', 'below']);
    });

    test('what the caller may not read is not touched', async () => {
      const container = await folder('hidden inside');
      const hidden = ok(await importInto(container, [pdf('a.pdf', 'secret')]));
      await setAcl(app, hidden.uid, [denyAll]);
      const made = ok(await importInto(container, [pdf('a.pdf', 'mine')], over));
      expect(made.uid).not.toBe(hidden.uid);
      const content = await app.request(`GET /api/v1/id/${hidden.uid}/@blob/file:content`);
      expect(content.text).toBe('secret');
    });

    test('a document that the caller may only read stays as it is', async () => {
      const container = await folder('read only inside');
      const readable = ok(await importInto(container, [pdf('a.pdf')]));
      await setAcl(app, readable.uid, [grantAce('bob', 'Read'), denyAll]);
      const before = await dumpSettledStore(app);
      const response = await importInto(
        container,
        [pdf('b.pdf', 'unseen'), pdf('a.pdf', 'unheard')],
        over,
      );
      expect(response.status).toBe(403);
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test('of imports at the same time only one makes a document', async () => {
      const container = await folder('at once');
      const responses = await Promise.all(
        ['a', 'b', 'c', 'd'].map((content) =>
          importInto(container, [pdf('same.pdf', content)], over),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await children(container)).toEqual(['same.pdf']);
    });
  });

  describe('importing with properties', () => {
    const id = 'FileManager.ImportWithProperties';
    const properties = { 'dc:title': 'Mine', 'dc:subjects': ['art'], 'file:content/name': 'b.pdf' };

    test('sets them on new documents', async () => {
      const container = await folder('with properties');
      const document = ok(
        await importInto(container, [pdf('a.pdf')], { id, params: { properties } }),
      );
      expect(document).toMatchObject({
        title: 'Mine',
        path: `${container.path}/a.pdf`,
        properties: { 'dc:subjects': ['art'], 'file:content': { name: 'b.pdf' } },
      });
    });

    test('sets them on documents that are there', async () => {
      const container = await folder('over with properties');
      const first = ok(await importInto(container, [pdf('a.pdf')]));
      const params = { properties: 'dc:source=here\nfile:content/encoding=x', overwrite: true };
      const second = ok(await importInto(container, [pdf('a.pdf', 'two')], { id, params }));
      expect(second).toMatchObject({
        uid: first.uid,
        title: 'a.pdf',
        properties: { 'dc:source': 'here', 'file:content': { name: 'a.pdf', encoding: 'x' } },
      });
    });

    test('sets them on each of several documents', async () => {
      const params = { properties: { 'dc:source': 'here' } };
      const files = [pdf('a.pdf'), textFile('b.txt')];
      const { entries } = ok(await importInto(await folder('each'), files, { id, params }));
      const sources = entries.map(
        (entry: { properties: Record<string, string> }) => entry.properties['dc:source'],
      );
      expect(sources).toEqual(['here', 'here']);
    });
  });

  describe('refusals leave nothing behind', () => {
    // Contents of their own: what an earlier import brought may be left until the next collection.
    const files = [textFile('refused.txt'), pdf('refused.pdf', 'refused')];
    const withProperties = 'FileManager.ImportWithProperties';
    const properties = {};
    const import_ = 'FileManager.Import';

    test.each<[string, object, object, number, string]>([
      [import_, {}, {}, 400, 'currentDocument'],
      [import_, {}, { currentDocument: '/no/such' }, 404, '/no/such'],
      [import_, {}, { currentDocument: 5 }, 400, 'currentDocument'],
      [import_, {}, { currentDocument: '/default-domain' }, 403, 'Not enough rights'],
      [import_, { overwrite: 5 }, { currentDocument: '/' }, 400, 'overwrite'],
      [import_, { overwite: 5 }, { currentDocument: '/' }, 400, 'overwite'],
      [import_, { noMimeTypeCheck: [] }, { currentDocument: '/' }, 400, 'noMimeTypeCheck'],
      [withProperties, {}, { currentDocument: '/' }, 400, 'properties'],
      [withProperties, { properties: 5 }, { currentDocument: '/' }, 400, 'properties'],
      [withProperties, { properties }, {}, 400, 'currentDocument'],
      [withProperties, { properties, overwrite: 5 }, { currentDocument: '/' }, 400, 'overwrite'],
      [
        withProperties,
        { properties, mimeTypeCheck: 5 },
        { currentDocument: '/' },
        400,
        'mimeTypeCheck',
      ],
      [
        withProperties,
        { properties },
        { currentDocument: '/default-domain' },
        403,
        'Not enough rights',
      ],
    ])('%s with %j and %j', async (id, params, context, status, named) => {
      const before = await dumpSettledStore(app);
      for (const sent of [files, files.slice(0, 1)]) {
        const response = await callWithFiles(app, id, {
          files: sent,
          params,
          context,
          user: 'bob',
        });
        expect([response.status, response.text]).toEqual([status, expect.stringContaining(named)]);
      }
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test('a property that does not fit undoes the whole list', async () => {
      const container = await folder('undone');
      const before = await dumpSettledStore(app);
      // A note has no file.
      const params = { properties: { 'file:content/encoding': 'x' } };
      const sent = [...files].reverse();
      const response = await importInto(container, sent, { id: withProperties, params });
      expect([response.status, response.text]).toEqual([
        400,
        expect.stringContaining('file:content/encoding'),
      ]);
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test('documents go only where their type belongs', async () => {
      const { uid } = await place.create('collected', { type: 'Collection' });
      const before = await dumpSettledStore(app);
      const call = { files, context: { currentDocument: '/default-domain/workspaces' } };
      const response = await callWithFiles(app, import_, call);
      expect([response.status, response.text]).toEqual([
        400,
        expect.stringContaining('Cannot create document of type Note in container'),
      ]);
      const inRoot = { input: '/', params: { title: 'a' } };
      expect((await place.call('FileManager.CreateFolder', inRoot)).status).toBe(400);
      const inFile = { input: uid, params: { title: 'a' } };
      expect((await place.call('FileManager.CreateFolder', inFile)).status).toBe(400);
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test('no file at all is no input', async () => {
      for (const id of [import_, withProperties, 'UserWorkspace.CreateDocumentFromBlob']) {
        const call = { params: { properties }, context: { currentDocument: place.writable.uid } };
        expect((await place.call(id, call)).status).toBe(400);
      }
    });
  });

  describe('folders', () => {
    const create = (parent: TestDocument, params: object) =>
      place.call('FileManager.CreateFolder', { input: parent.uid, params, user: 'bob' });

    test('are created with title, name and properties', async () => {
      const parent = await folder('folders');
      const properties = 'dc:description=About\ndc:subjects=art,nature';
      expect(ok(await create(parent, { title: 'a/b: été', properties }))).toMatchObject({
        type: 'Folder',
        title: 'a/b: été',
        path: `${parent.path}/a-b: été`,
        properties: { 'dc:description': 'About', 'dc:subjects': ['art', 'nature'] },
      });
    });

    test('of the same title are taken when asked, with the properties', async () => {
      const parent = await folder('taken');
      const first = ok(await create(parent, { title: 'A' }));
      expect(ok(await create(parent, { title: 'A' })).uid).not.toBe(first.uid);
      const params = { title: 'A', overwrite: true, properties: { 'dc:source': 'x' } };
      expect(ok(await create(parent, params))).toMatchObject({
        uid: first.uid,
        properties: { 'dc:source': 'x' },
      });
      expect(ok(await create(parent, { title: 'A', overwrite: 'true' })).uid).toBe(first.uid);
    });

    test('are never taken for a file or out of the trash', async () => {
      const parent = await folder('not taken');
      ok(await importInto(parent, [pdf('A')]));
      const first = ok(await create(parent, { title: 'A', overwrite: true }));
      expect(first.type).toBe('Folder');
      await place.call('Document.Trash', { input: first.uid });
      const second = ok(await create(parent, { title: 'A', overwrite: true }));
      expect(second.uid).not.toBe(first.uid);
    });

    test('need a title', async () => {
      const parent = await folder('untitled');
      expect((await create(parent, { title: '  ' })).status).toBe(400);
    });
  });

  describe('personal workspaces', () => {
    test('are made for the caller when they are asked for', async () => {
      const made = ok(await place.call('User.GetUserWorkspace', { user: 'bob' }));
      expect(made).toMatchObject({ type: 'Workspace', properties: { 'dc:creator': 'bob' } });
      expect(made.path).toMatch(/\/UserWorkspaces\/bob$/);
      const again = ok(await place.call('UserWorkspace.Get', { user: 'bob', input: '/' }));
      expect(again.uid).toBe(made.uid);
      const read = await app.request(`GET /api/v1/id/${made.uid}`, { user: 'eve' });
      expect(read.status).toBe(403);
    });

    test('take imported files, each as a document of its own', async () => {
      const id = 'UserWorkspace.CreateDocumentFromBlob';
      const first = ok(await callWithFiles(app, id, { files: [pdf('a.pdf')], user: 'eve' }));
      expect(first.path).toMatch(/\/UserWorkspaces\/eve\/a\.pdf$/);
      const files = [pdf('a.pdf'), textFile('b.txt')];
      const { entries } = ok(await callWithFiles(app, id, { files, user: 'eve' }));
      expect(entries.map(({ type }: { type: string }) => type)).toEqual(['File', 'Note']);
      expect(entries[0].uid).not.toBe(first.uid);
    });
  });
});
