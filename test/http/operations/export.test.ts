import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { readArchive, textsAt } from '../../support/archives.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const text = 'a <b> & "c" ]]> \u0001 \\ \r\n\u{1F600} ';

/** Renditions begin with a document on the stack. */
const chains = ['xmlExportRendition', 'zipTreeExportRendition'].map((id) => ({
  id: `Pushed.${id}`,
  steps: [{ operation: 'Context.PushDocument' }, { operation: id }],
}));

describe.each(engines)('exports on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const operationFiles = [join(folder.path, 'chains.json')];
    await writeFile(operationFiles[0] as string, JSON.stringify({ chains }));
    app = await startTestApp(engine, { operationFiles });
    await createUser(app, 'bob');
    place = await preparePlace(app, 'exports');
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const exported = (input: string, params = {}, user = 'bob') =>
    place.call('Document.Export', { input, params, user });
  const archiveOf = async (input: string, params: object, user?: string) => {
    const response = await exported(input, params, user);
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toBe('attachment; filename=export.zip');
    return readArchive(response);
  };
  const withFiles = (parent: string, name: string) =>
    createDocument(app, {
      parent,
      name,
      properties: {
        'dc:title': text,
        'dc:subjects': ['art/cinema', 'society/ecology'],
        'dc:expired': '2020-02-03T04:05:06.789Z',
        'file:content': { name: 'a&b.txt', data: 'main', 'mime-type': 'text/plain' },
        'files:files': [{ file: { name: 'more.txt', data: 'more' } }],
      },
    });

  describe('as XML', () => {
    test('have the type, path, state, facets and schemas of the document', async () => {
      const { uid, path } = await withFiles(place.writable.uid, 'plain');
      const response = await exported(uid);
      expect(response.status, response.text).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/xml;\s*charset=UTF-8$/i);
      expect(response.headers['content-disposition']).toBe('attachment; filename=document.xml');
      const xml = response.text;
      expect(xml).toContain(`repository="default" id="${uid}"`);
      const at = (place: string) => textsAt(xml, place);
      expect(at('system/type')).toEqual(['File']);
      expect(at('system/path')).toEqual([path.slice(1)]);
      expect(at('system/lifecycle-state')).toEqual(['project']);
      expect(at('system/lifecycle-policy')).toEqual(['default']);
      expect(at('system/facet')).toContain('Versionable');
      expect(at('schema/dc:subjects/item')).toEqual(['art/cinema', 'society/ecology']);
      expect(at('schema/dc:expired')).toEqual(['2020-02-03T04:05:06.789Z']);
      expect(at('schema/content/filename')).toEqual(['a&b.txt']);
      expect(at('schema/content/mime-type')).toEqual(['text/plain']);
      expect(at('schema/content/data')).toEqual(['1.blob']);
      expect(at('schema/files/item/file/data')).toEqual(['2.blob']);
    });

    test('write every character', async () => {
      const { uid } = await withFiles(place.writable.uid, 'characters');
      const xml = (await exported(uid)).text;
      // Readers of XML refuse other control characters.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there.
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
      expect(xml).toContain('<dc:title escaped="true">');
      expect(textsAt(xml, 'schema/dc:title')).toEqual([
        'a <b> & "c" ]]> \\u0001 \\\\ \r\n\u{1F600} ',
      ]);
    });

    test('have the permissions if the caller may read them', async () => {
      const { uid } = await place.create('secured');
      await setAcl(app, uid, [grantAce('bob', 'Read')]);
      const entry = '<entry principal="bob" permission="Read" grant="true"/>';
      const all = (await exported(uid, {}, 'Administrator')).text;
      expect(all).toContain('<acl name="local">');
      expect(all).toContain(entry);
      expect(all).toContain('<acl name="inherited">');
      const denied = { ...grantAce('bob', 'ReadSecurity'), granted: false };
      await setAcl(app, uid, [denied, grantAce('bob', 'Read')]);
      expect((await exported(uid)).text).not.toContain('<access-control>');
    });
  });

  describe('as archives', () => {
    test('of one document have its XML and its files', async () => {
      const { uid } = await withFiles(place.writable.uid, 'one');
      const archive = await archiveOf(uid, { exportAsZip: true });
      expect([...archive.keys()]).toEqual([
        '.nuxeo-archive',
        'one/document.xml',
        'one/1.blob',
        'one/2.blob',
      ]);
      expect(archive.get('.nuxeo-archive')).toBe('documents=1\n');
      expect(archive.get('one/document.xml')).toBe((await exported(uid)).text);
      expect([archive.get('one/1.blob'), archive.get('one/2.blob')]).toEqual(['main', 'more']);
      await dumpSettledStore(app);
    });

    test('of a tree have what is below the document, in its order', async () => {
      const top = await place.create('tree', { type: 'OrderedFolder' });
      const second = await place.create('b', { parent: top.uid, type: 'Folder' });
      await place.create('a', { parent: top.uid });
      await place.create('Inner', { parent: second.uid });
      await place.create('inner', { parent: second.uid });
      const trashed = await place.create('trashed', { parent: top.uid });
      await app.request(`DELETE /api/v1/id/${trashed.uid}`);
      expect(
        (
          await app.request(`POST /api/v1/id/${top.uid}/@comment`, {
            body: { 'entity-type': 'comment', text: 'left out' },
          })
        ).status,
      ).toBe(201);
      const archive = await archiveOf(top.uid, { exportAsTree: true });
      expect([...archive.keys()]).toEqual([
        '.nuxeo-archive',
        'tree/document.xml',
        'tree/b/document.xml',
        'tree/b/Inner/document.xml',
        'tree/b/inner~2/document.xml',
        'tree/a/document.xml',
      ]);
      expect(archive.get('.nuxeo-archive')).toBe('documents=5\n');
      const path = textsAt(archive.get('tree/b/inner~2/document.xml') ?? '', 'system/path');
      expect(path).toEqual([`${second.path.slice(1)}/inner`]);
    });

    test('leave out what the caller may not read, and what is below it', async () => {
      const top = await place.create('partly', { type: 'Folder' });
      const secret = await place.create('secret', { parent: top.uid, type: 'Folder' });
      const open = await place.create('open', { parent: secret.uid });
      await place.create('shown', { parent: top.uid });
      await setAcl(app, secret.uid, [denyAll]);
      await setAcl(app, open.uid, [grantAce('bob', 'Read')]);
      const archive = await archiveOf(top.uid, { exportAsTree: true });
      expect([...archive.keys()]).toEqual([
        '.nuxeo-archive',
        'partly/document.xml',
        'partly/shown/document.xml',
      ]);
      const all = await archiveOf(top.uid, { exportAsTree: true }, 'Administrator');
      expect(all.size).toBe(5);
    });

    test('of more documents than a slice have all of them', async () => {
      const top = await place.create('many', { type: 'Folder' });
      const names = Array.from({ length: 120 }, (_, at) => `d${String(at).padStart(3, '0')}`);
      await Promise.all(names.map((name) => place.create(name, { parent: top.uid })));
      const archive = await archiveOf(top.uid, { exportAsTree: true });
      expect([...archive.keys()].slice(2)).toEqual(
        names.map((name) => `many/${name}/document.xml`),
      );
    });
  });

  test('are refused where the caller may not read', async () => {
    const secret = await place.create('nothing');
    await setAcl(app, secret.uid, [denyAll]);
    for (const params of [{}, { exportAsZip: true }, { exportAsTree: true }]) {
      expect((await exported(secret.uid, params)).status).toBe(403);
      expect((await exported('/no/such', params)).status).toBe(404);
    }
  });

  test('end when their client leaves', async () => {
    const { uid } = await withFiles(place.writable.uid, 'left');
    const silent = new Readable({ read: () => undefined });
    const opened = Promise.withResolvers<void>();
    const { blobs } = app.services;
    vi.spyOn(blobs, 'open').mockImplementationOnce(async () => {
      opened.resolve();
      return silent;
    });
    const leaving = new AbortController();
    const address = await app.listen();
    const response = fetch(`${address}/site/automation/Document.Export`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('Administrator:Administrator')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ input: uid, params: { exportAsZip: true } }),
      signal: leaving.signal,
    });
    await opened.promise;
    leaving.abort();
    await expect(response).rejects.toThrow();
    await vi.waitFor(() => expect(silent.destroyed).toBe(true), 20_000);
  });

  test.each([
    ['xmlExportRendition', 'text/xml'],
    ['zipTreeExportRendition', 'application/zip'],
  ])('are what the chain %s makes of a document on the stack', async (id, type) => {
    const { uid } = await place.create(id);
    const response = await place.call(`Pushed.${id}`, { input: uid });
    expect(response.status, response.text.slice(0, 300)).toBe(200);
    expect(response.headers['content-type']).toContain(type);
    expect((await place.call(id)).status).toBe(400);
  });
});
