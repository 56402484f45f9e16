import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { freeReferences } from '../support/free-references.ts';
import {
  clientPlaces,
  Nuxeo,
  type NuxeoClient,
  type NuxeoDocument,
  openClient,
} from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

const uidsOf = (documents: { entries: readonly { uid: string }[] }) =>
  documents.entries.map(({ uid }) => uid);

describe.each(clientPlaces)(
  'operations by the official JavaScript client, %s dialect on %s',
  (...where) => {
    const [dialect, engine] = where;
    let app: TestApp;
    let url: string;
    let client: NuxeoClient;
    let folder: NuxeoDocument;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect: dialect, ...freeReferences });
      url = await app.listen();
      await createUser(app, 'reader');
      client = openClient(url);
      folder = await client.repository().create(workspaces, { type: 'Folder', name: 'operations' });
    });
    afterAll(() => app.close());

    const create = (name: string, { type = 'File', properties = {} } = {}) =>
      client.repository().create(folder.path, { type, name, properties });
    const blobOf = (text: string, name: string) => {
      const content = Buffer.from(text);
      return new Nuxeo.Blob({ content, name, mimeType: 'text/plain', size: content.length });
    };
    const fetchAll = (uid: string) => client.repository().fetch(uid, { schemas: ['*'] });
    const contentOf = async (document: NuxeoDocument, xpath?: string) =>
      (await (await document.fetchBlob(xpath)).buffer()).toString();

    async function refusalOf(attempt: Promise<unknown>) {
      const error = await attempt.then(
        () => {
          throw new Error('it was accepted');
        },
        (reason: { response: Response }) => reason,
      );
      const text = await error.response.text();
      return { status: error.response.status, ...(text !== '' && JSON.parse(text)) };
    }

    describe('connecting', () => {
      test('reads who the user is from the login of the operation service', async () => {
        const reader = openClient(url, 'reader');
        const { user } = await reader.connect();
        expect([user.id, user.isAdministrator]).toEqual(['reader', false]);
      });

      test('finds the operations it calls in the registry', async () => {
        const { operations } = await client.request('automation').get();
        const ids = operations.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(expect.arrayContaining(['Document.GetChild', 'FileManager.Import']));
      });
    });

    describe('parameters', () => {
      test('are sent one by one or together', async () => {
        const made = await create('parameters');
        const byId = await client
          .operation('Repository.GetDocument')
          .param('value', made.uid)
          .execute();
        const byPath = await client
          .operation('Document.Fetch')
          .params({ value: made.path })
          .execute({ schemas: ['dublincore'] });
        expect([byId.uid, byPath.uid]).toEqual([made.uid, made.uid]);
        expect(byPath.isFolder()).toBe(false);
        expect(byPath.properties['dc:creator']).toBe('Administrator');
      });

      test('are JSON of their type, and unknown ones are ignored', async () => {
        const made = await create('native');
        const saved = await client
          .operation('Document.Update')
          .input(made)
          .params({
            properties: { 'dc:title': 'Été', 'dc:subjects': ['a', 'b,c'], 'dc:source': null },
            save: true,
            context: { ignored: true },
          })
          .schemas(['dublincore'])
          .execute();
        expect(saved.title).toBe('Été');
        expect(saved.properties).toMatchObject({ 'dc:subjects': ['a', 'b,c'], 'dc:source': null });
      });

      test('are expressions that see the input and the context', async () => {
        const made = await create('expressions', { properties: { 'dc:title': 'Old' } });
        const saved = await client
          .operation('Document.Update')
          .input(made.uid)
          .context({ added: 'and new' })
          .param('properties', { 'dc:description': 'plain' })
          .execute();
        expect(saved.uid).toBe(made.uid);
        const titled = await client
          .operation('Document.SetProperty')
          .input(made.uid)
          .context({ added: 'and new' })
          .params({ xpath: 'dc:title', value: 'expr:@{Document["dc:title"]} @{added}' })
          .execute();
        expect(titled.title).toBe('Old and new');
      });
    });

    describe('inputs', () => {
      test('are a document by its id, its path, a reference, or as it was fetched', async () => {
        const made = await create('input');
        const whole = await fetchAll(made.uid);
        for (const input of [made.uid, made.path, `doc:${made.uid}`, made, whole]) {
          const parent = await client.operation('Document.GetParent').input(input).execute();
          expect(parent.uid).toBe(folder.uid);
        }
      });

      test('are several documents by ids, by paths, or as they were fetched', async () => {
        const documents = [await create('first'), await create('second')];
        const uids = documents.map(({ uid }) => uid);
        for (const input of [uids, documents.map(({ path }) => path), documents]) {
          const locked = await client.operation('Document.Lock').input(input).execute();
          expect(uidsOf(locked)).toEqual(uids);
          expect(locked.entries[0].isFolder()).toBe(false);
        }
        const { lockOwner } = await (documents[1] as NuxeoDocument).fetchLockStatus();
        expect(lockOwner).toBe('Administrator');
      });

      test('are one file, or several in their order', async () => {
        const made = await create('files');
        const document = made.uid;
        const attached = await client
          .operation('Blob.AttachOnDocument')
          .param('document', document)
          .input(blobOf('main', 'été "1".txt'))
          .execute();
        expect((await attached.buffer()).toString()).toBe('main');
        await client
          .operation('Blob.Attach')
          .params({ document, xpath: 'files:files', save: 'true' })
          .input([blobOf('one', 'one.txt'), blobOf('two', 'two.txt'), blobOf('', 'empty.txt')])
          .execute();
        const read = await fetchAll(document);
        const { name, 'mime-type': mimeType } = read.properties['file:content'];
        expect([name, mimeType]).toEqual(['été "1".txt', 'text/plain']);
        const names = read.properties['files:files'].map(
          ({ file }: { file: { name: string } }) => file.name,
        );
        expect(names).toEqual(['one.txt', 'two.txt', 'empty.txt']);
        expect(await contentOf(read)).toBe('main');
        expect(await contentOf(read, 'files:files/1/file')).toBe('two');
      });

      test('are a batch of uploaded files, which is gone afterwards', async () => {
        const batch = client.batchUpload();
        await batch.upload(blobOf('a', 'a.txt'), blobOf('b', 'b.txt'));
        const imported = await client
          .operation('FileManager.Import')
          .context({ currentDocument: folder.path })
          .input(batch)
          .execute();
        expect(imported.entries.map(({ title }: NuxeoDocument) => title)).toEqual([
          'a.txt',
          'b.txt',
        ]);
        // It is dropped once the answer is on its way.
        const log = client.operation('Log').input(batch).header('X-Batch-No-Drop', 'true');
        const again = () => refusalOf(log.execute());
        await expect.poll(async () => (await again()).status).toBe(404);
      });

      test('are one file of a batch, which stays where the request asks for it', async () => {
        const { blob } = await client.batchUpload().upload(blobOf('only', 'only.bin'));
        const made = await create('from batch');
        const attach = () =>
          client
            .operation('Blob.AttachOnDocument')
            .param('document', made.path)
            .input(blob)
            .header('X-Batch-No-Drop', 'true')
            .execute();
        for (const answer of [await attach(), await attach()]) {
          expect((await answer.buffer()).toString()).toBe('only');
        }
        const read = await fetchAll(made.uid);
        expect(read.properties['file:content']).toMatchObject({ name: 'only.bin', length: '4' });
        expect(await contentOf(read)).toBe('only');
      });
    });

    describe('results', () => {
      test('are documents with the schemas asked for', async () => {
        const parent = await create('parent', { type: 'Folder' });
        const child = await client
          .operation('Document.Create')
          .input(parent.path)
          .params({ type: 'File', name: 'child', properties: 'dc:title=Child\ndc:source=here' })
          .execute();
        const found = await client
          .operation('Document.GetChild')
          .input(parent)
          .params({ name: 'child' })
          .schemas(['dublincore'])
          .execute();
        expect([found.uid, found.properties['dc:source']]).toEqual([child.uid, 'here']);
        const children = await client.operation('Document.GetChildren').input(parent.uid).execute();
        expect(uidsOf(children)).toEqual([child.uid]);
        expect(children.entries[0].properties).toEqual({});
      });

      test('are files with their name and type', async () => {
        const made = await create('content');
        const { blob } = await client.batchUpload().upload(blobOf('text', 'name.txt'));
        await made.set({ 'file:content': blob }).save();
        const response = await client.operation('Document.GetBlob').input(made).execute();
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          'text/plain',
        ]);
        expect(response.headers.get('content-disposition')).toContain('filename=name.txt');
        expect((await response.buffer()).toString()).toBe('text');
      });

      test('are several files in parts', async () => {
        const documents = [await create('part one'), await create('part two')];
        for (const [index, document] of documents.entries()) {
          const { blob } = await client
            .batchUpload()
            .upload(blobOf(`text ${index}`, `${index}.txt`));
          await document.set({ 'file:content': blob }).save();
        }
        const response = await client.operation('Document.GetBlob').input(documents).execute();
        expect(response.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=/);
        const text = (await response.buffer()).toString();
        expect(text.match(/text [01]|filename="[01].txt"/g)).toEqual([
          'filename="0.txt"',
          'text 0',
          'filename="1.txt"',
          'text 1',
        ]);
      });

      test('are nothing', async () => {
        const log = client.operation('Log').params({ level: 'debug', message: 'from the client' });
        expect((await log.execute()).status).toBe(204);
        const lock = client.operation('Document.Lock').input((await create('silent')).uid);
        const silent = await lock.header('X-NXVoidOperation', 'true').execute();
        expect([silent.status, await silent.text()]).toEqual([204, '']);
      });
    });

    describe('refusals tell their status', () => {
      test.each([
        ['an operation that does not exist', 404, 'No.Such', undefined, {}],
        ['a document that does not exist', 404, 'Document.GetChildren', '/nowhere', {}],
        ['a missing parameter', 400, 'Repository.GetDocument', undefined, {}],
        ['an input that does not fit', 400, 'Document.GetChildren', undefined, {}],
      ])('%s', async (_title, status, id, input, params) => {
        const refusal = await refusalOf(client.operation(id).input(input).params(params).execute());
        expect(refusal).toMatchObject({
          status,
          'entity-type': 'exception',
          message: expect.stringContaining(id),
        });
      });

      test('what the caller may not do', async () => {
        const { uid } = await create('guarded');
        const reader = openClient(url, 'reader');
        const update = reader.operation('Document.Update').input(uid);
        expect((await refusalOf(update.param('properties', 'dc:title=x').execute())).status).toBe(
          403,
        );
        const restricted = reader.operation('User.CreateOrUpdate').param('username', 'x').execute();
        expect(await refusalOf(restricted)).toEqual({ status: 404 });
        const anonymous = new Nuxeo({ baseURL: url, auth: null });
        const answer = anonymous.operation('Document.Lock').input(uid).execute();
        expect((await refusalOf(answer)).status).toBe(401);
      });

      test('what another user has locked', async () => {
        const { uid } = await create('locked');
        await createUser(app, 'locker', ['administrators']);
        await openClient(url, 'locker').operation('Document.Lock').input(uid).execute();
        const again = client.operation('Document.Lock').input(uid).execute();
        expect((await refusalOf(again)).status).toBe(409);
      });
    });

    describe('users and groups', () => {
      test('are created, found and suggested', async () => {
        const user = { username: 'jdoe', password: 'pw', firstName: 'Jane', lastName: 'Doe' };
        const properties = { email: 'jane@example.org' };
        const created = client.operation('User.CreateOrUpdate').params({ ...user, properties });
        expect((await created.execute()).status).toBe(204);
        const group = { groupname: 'editors', grouplabel: 'Doers', members: ['jdoe'] };
        await client.operation('Group.CreateOrUpdate').params(group).execute();

        const own = openClient(url, 'jdoe', 'pw');
        expect((await own.connect()).user.extendedGroups.map(({ name }) => name)).toContain(
          'editors',
        );
        const record = await own.operation('User.Get').schemas(['user']).execute();
        expect([record.uid, record.get('user:email')]).toEqual(['jdoe', 'jane@example.org']);
        const { users } = await own.operation('User.Query').param('pattern', 'JANE').execute();
        expect(users).toEqual([
          { username: 'jdoe', firstName: 'Jane', lastName: 'Doe', email: 'jane@example.org' },
        ]);
        const suggested = await own
          .operation('UserGroup.Suggestion')
          .params({ searchTerm: 'do', searchType: 'USER_GROUP_TYPE', hideIcon: true })
          .execute();
        const shown = suggested.map(({ prefixed_id, displayLabel }: Record<string, string>) => [
          prefixed_id,
          displayLabel,
        ]);
        expect(shown).toEqual([
          ['user:jdoe', 'Jane Doe'],
          ['group:editors', 'Doers'],
        ]);
      });
    });

    test('folders are synchronized with computers', async () => {
      const { uid } = await create('synchronized', { type: 'Folder' });
      const change = (enable: boolean) =>
        client.operation('NuxeoDrive.SetSynchronization').input(uid).params({ enable }).execute();
      await change(true);
      const roots = () => client.operation('NuxeoDrive.GetRoots').execute();
      expect(uidsOf(await roots())).toEqual([uid]);
      const top = await client.operation('NuxeoDrive.GetTopLevelFolder').execute();
      const items = await client
        .operation('NuxeoDrive.GetChildren')
        .params({ id: top.id })
        .execute();
      expect(items).toMatchObject([{ name: 'synchronized', parentId: top.id }]);
      await change(false);
      expect(uidsOf(await roots())).toEqual([]);
    });
  },
);
