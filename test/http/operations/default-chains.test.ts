import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import {
  callWithBatch,
  callWithFiles,
  type SentFile,
  textFile,
} from '../../support/operation-files.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const files = [textFile('a.txt'), textFile('b.txt')];
const pdf = (name: string, content: string): SentFile => ({ name, content });

const attachThenSave = {
  id: 'AttachThenSave',
  steps: [
    { operation: 'Context.PushBlobList' },
    { operation: 'Repository.GetDocument', params: { value: 'expr:Context["currentDocument"]' } },
    { operation: 'Context.SetInputAsVar', params: { name: 'found' } },
    { operation: 'Context.PopBlobList' },
    {
      operation: 'Blob.AttachOnDocument',
      params: { document: 'expr:Context["found"]', xpath: 'files:files', save: false },
    },
    { operation: 'Context.RestoreDocumentInput', params: { name: 'found' } },
    { operation: 'Document.Save' },
  ],
};

describe.each(engines)('files attached by a chain on %s', (engine) => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'chains.json');
    await writeFile(path, JSON.stringify({ chains: [attachThenSave] }));
    app = await startTestApp(engine, { operationFiles: [path] });
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  test('without saving are stored with the document that a later step saves', async () => {
    const { uid } = await createDocument(app, { name: 'attached' });
    const call = { files, context: { currentDocument: uid } };
    const response = await callWithFiles(app, attachThenSave.id, call);
    expect(response.status, response.text).toBe(200);
    const stored = await app.request(`GET /api/v1/id/${uid}/@blob/files:files/1/file`);
    expect(stored.text).toBe('content of b.txt');
  });
});

describe.each(engines)('the chains of the server on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'chains');
  });
  afterAll(() => app.close());

  let count = 0;
  const document = (parent = place.writable.uid) => {
    count += 1;
    const properties = { 'file:content': { name: 'old.txt', data: 'old' } };
    return createDocument(app, { parent, name: `document ${count}`, properties });
  };
  const ok = (response: TestResponse) => {
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const filesOf = (json: {
    properties: {
      'file:content': { name: string } | null;
      'files:files': { file: { name: string } }[] | null;
    };
  }) => [
    json.properties['file:content']?.name,
    (json.properties['files:files'] ?? []).map((item) => item.file.name),
  ];
  const versionsOf = async (uid: string) => {
    const versions = ok(await place.call('Document.GetVersions', { input: uid }));
    return versions.entries.map(
      (entry: { properties: Record<string, number> }) =>
        `${entry.properties['uid:major_version']}.${entry.properties['uid:minor_version']}`,
    );
  };

  test('files are attached to the current document, one or more', async () => {
    const { uid } = await document();
    const context = { currentDocument: uid };
    const many = ok(await callWithFiles(app, 'AttachFiles', { files, context, user: 'bob' }));
    expect(filesOf(many)).toEqual(['old.txt', ['a.txt', 'b.txt']]);
    const one = { files: [textFile('c.txt')], context };
    expect(filesOf(ok(await callWithFiles(app, 'Chain.AttachFiles', one)))).toEqual([
      'old.txt',
      ['a.txt', 'b.txt', 'c.txt'],
    ]);
  });

  test.each([
    ['VersionAndAttachFile', ['a.txt', ['b.txt']]],
    ['VersionAndAttachFiles', ['old.txt', ['a.txt', 'b.txt']]],
  ])('%s makes a version of what was there before', async (id, attached) => {
    const { uid, path } = await document();
    for (const currentDocument of [uid, path]) {
      const call = { files, context: { currentDocument }, user: 'bob' };
      expect(ok(await callWithFiles(app, id, call)).uid).toBe(uid);
    }
    const json = ok(await place.call('Document.Reload', { input: uid }));
    expect(filesOf(json)[0]).toBe(attached[0]);
    const [first, second] = await versionsOf(uid);
    expect([first, second]).toEqual(['0.1', '0.2']);
    const versions = ok(await place.call('Document.GetVersions', { input: uid }));
    expect(filesOf(versions.entries[0])).toEqual(['old.txt', []]);
    expect(filesOf(versions.entries[1])).toEqual(attached);
  });

  test('files are imported with the metadata of the context, over what is there', async () => {
    const container = await place.create('imported', { type: 'Folder' });
    const call = (content: string, docMetaData: unknown) => ({
      files: [pdf('a.pdf', content)],
      context: { currentDocument: container.uid, docMetaData },
      user: 'bob',
    });
    const id = 'FileManager.ImportWithMetaData';
    const first = ok(await callWithFiles(app, id, call('one', { 'dc:source': 'here' })));
    expect(first).toMatchObject({ type: 'File', properties: { 'dc:source': 'here' } });
    const second = ok(await callWithBatch(app, id, call('two', 'dc:source=there')));
    expect(second.entries).toMatchObject([
      { uid: first.uid, properties: { 'dc:source': 'there' } },
    ]);
  });

  test('a document is approved and checked in, also each of a list', async () => {
    const documents = [await document(), await document()];
    const [first, second] = documents as [{ uid: string }, { uid: string }];
    const one = ok(await place.call('validateDocument', { input: first.uid }));
    expect([one.uid, one.state]).toEqual([first.uid, 'approved']);
    expect(await versionsOf(first.uid)).toEqual(['0.1']);
    const list = { input: `docs:${second.uid}` };
    const many = ok(await place.call('validateDocument', list));
    expect(many.entries.map(({ state }: { state: string }) => state)).toEqual(['approved']);
  });

  test('the chain that does nothing answers its documents', async () => {
    const { uid } = await document();
    expect(ok(await place.call('voidChain', { input: uid, user: 'bob' })).uid).toBe(uid);
    const list = ok(await place.call('voidChain', { input: `docs:${uid},${uid}` }));
    expect(list.entries).toHaveLength(2);
  });

  test.each([
    'AttachFiles',
    'FileManager.ImportWithMetaData',
    'VersionAndAttachFile',
    'VersionAndAttachFiles',
  ])('%s undoes all of it for who may not write, and needs to know where', async (id) => {
    const { uid } = await document(place.readable.uid);
    const before = await dumpSettledStore(app);
    const sent = [pdf('refused.pdf', 'refused'), textFile('refused.txt')];
    const context = { currentDocument: uid, docMetaData: {} };
    expect((await callWithFiles(app, id, { files: sent, context, user: 'bob' })).status).toBe(403);
    expect((await callWithFiles(app, id, { files: sent })).status).toBe(400);
    expect((await place.call(id, { context })).status).toBe(400);
    expect(await dumpSettledStore(app)).toEqual(before);
  });

  test('a list is not validated when one of it cannot be', async () => {
    const [first, second] = [await document(), await document()];
    ok(await place.call('validateDocument', { input: second.uid }));
    const hidden = await document(place.readable.uid);
    const before = await dumpSettledStore(app);
    const input = `docs:${first.uid},${second.uid}`;
    expect((await place.call('validateDocument', { input })).status).toBe(400);
    const refused = { input: `docs:${hidden.uid}`, user: 'bob' };
    expect((await place.call('validateDocument', refused)).status).toBe(403);
    expect(await dumpSettledStore(app)).toEqual(before);
  });
});
