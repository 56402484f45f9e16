import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import { addToCollection } from '../../src/repository/collections/collections.ts';
import { findDocumentsById } from '../../src/repository/documents/find-many.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { createDocument, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { Vandal } from '../support/vandal.ts';

describe.each(engines)('members of collections on %s', (engine) => {
  let app: TestApp;
  let files: string[];
  beforeAll(async () => {
    app = await startTestApp(engine);
    const folder = await createDocument(app, { name: 'files', type: 'Folder' });
    files = [];
    for (let at = 0; at < 40; at += 1) {
      files.push((await createDocument(app, { parent: folder.uid, name: `f${at}` })).uid);
    }
  });
  const findings = () => storeFindings({ ...app.services, ...app.services.repository });
  afterAll(async () => {
    expect(await findings()).toEqual([]);
    await app.close();
  });

  const collection = async (name: string): Promise<string> =>
    (await createDocument(app, { name, type: 'Collection' })).uid;
  const call = (id: string, input: string, params: object) =>
    callOperation(app, id, { input, params });
  const add = (uid: string, member: string) =>
    call('Document.AddToCollection', member, { collection: uid });
  const membersOf = async (uid: string): Promise<readonly string[]> => {
    const headers = { properties: 'collection' };
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
    return json.properties['collection:documentIds'] ?? [];
  };
  const count = (table: 'collection_member' | 'collection_list', id: string): Promise<number> =>
    app.services.database.read(async (handle) => {
      const column = table === 'collection_member' ? 'collection_id' : 'id';
      const query = handle.builder
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('count'))
        .where(column as 'id', '=', id);
      return Number((await handle.first(query))?.count);
    });

  test('two callers add the same member', async () => {
    const shelf = await collection('same');
    const [file = ''] = files;
    const statuses = await Promise.all(Array.from({ length: 10 }, () => add(shelf, file)));
    expect(statuses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await membersOf(shelf)).toEqual([file]);
  });

  test('additions, moves and removals at the same time', async () => {
    const shelf = await collection('busy');
    for (const file of files.slice(0, 5)) await add(shelf, file);
    const [first = '', second = '', third = ''] = files;
    const move = (member1: string, member2: string) =>
      call('Document.MoveCollectionMember', shelf, { member1, member2 });
    const responses = await Promise.all([
      ...files.slice(5, 30).map((file) => add(shelf, file)),
      ...files.slice(0, 4).map((file) => move(file, second === file ? third : second)),
      ...Array.from({ length: 8 }, () => move(first, third)),
      call('Collection.RemoveFromCollection', files[4] ?? '', { collection: shelf }),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const expected = files.slice(0, 30).filter((file) => file !== files[4]);
    expect((await membersOf(shelf)).toSorted()).toEqual(expected.toSorted());
  });

  test('members are added while the collection, or a member, is removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shelf = await collection(`doomed ${round}`);
      const { uid: doomed } = await createDocument(app, { name: `doomed file ${round}` });
      const responses = await Promise.all([
        add(shelf, doomed),
        ...files.slice(0, 5).map((file) => add(shelf, file)),
        app.request(`DELETE /api/v1/id/${round % 2 === 0 ? shelf : doomed}`),
        ...files.slice(5, 10).map((file) => add(shelf, file)),
      ]);
      for (const { status, text } of responses) {
        expect([200, 204, 404], text).toContain(status);
      }
    }
  });

  test('a bulk command adds all documents of a query, in batches', async () => {
    const shelf = await collection('all');
    const status = await run(app, 'automation', {
      query: "SELECT * FROM Document WHERE ecm:name LIKE 'f%' AND ecm:primaryType = 'File'",
      params: { operationId: 'Document.AddToCollection', parameters: { collection: shelf } },
    });
    expect([status.processed, status.errorCount, status.error]).toEqual([40, 0, false]);
    expect((await membersOf(shelf)).toSorted()).toEqual(files.toSorted());
  });

  test('a large collection is copied and removed in slices', async () => {
    const shelf = await collection('large');
    await fill(shelf, 1_300);
    await app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', type: 'Folder', name: 'copies' },
    });
    const copy = await call('Document.Copy', shelf, {
      target: '/default-domain/workspaces/copies',
      name: 'copy',
    });
    expect(copy.status, copy.text).toBe(200);
    const { uid } = copy.json;
    await vi.waitFor(async () => expect(await count('collection_member', uid)).toBe(1_300), {
      timeout: 60_000,
      interval: 50,
    });
    const page = await app.request(
      `GET /api/v1/search/pp/ordered_content_collection/execute?queryParams=${uid}&pageSize=3&currentPageIndex=1`,
    );
    const names = page.json.entries.map(({ title }: { title: string }) => title);
    expect(names).toEqual(['large 3', 'large 4', 'large 5']);
    expect((await membersOf(shelf)).length).toBe(1_000);
    expect((await app.request(`DELETE /api/v1/id/${shelf}`)).status).toBe(204);
    await vi.waitFor(async () => expect(await count('collection_list', shelf)).toBe(0), {
      timeout: 60_000,
      interval: 50,
    });
    expect(await count('collection_member', shelf)).toBe(0);
    expect(await count('collection_member', uid)).toBe(1_300);
  });

  /** Members of a collection, by few statements. */
  async function fill(shelf: string, members: number): Promise<void> {
    const { uid: folder } = await createDocument(app, { name: 'many', type: 'Folder' });
    const documents = Array.from({ length: members }, (_unused, at) => ({
      id: newDocumentId(),
      parentId: folder as DocumentId,
      name: `large ${at}`,
      type: 'Folder',
      properties: { 'dc:title': `large ${at}` },
    }));
    const { database, repository } = app.services;
    await database.write(async (handle) => {
      const unit = createSystemUnit(handle, repository);
      await importDocuments(unit, documents);
      const found = await findDocumentsById(
        unit,
        documents.map(({ id }) => id),
      );
      await addToCollection(unit, { collectionId: shelf as DocumentId, documents: found });
    });
  }

  test('the integrity check tells what is wrong with them', async () => {
    const shelf = await collection('checked');
    const [file = '', other = ''] = files;
    await add(shelf, file);
    const vandal = await Vandal.open(app.services.config);
    const gone = '00000000-0000-7000-8000-000000000000';
    const row = { collection_id: shelf, member_id: file };
    const told = async (text: string) => {
      expect((await findings()).join('\n')).toContain(text);
      await vandal.repair();
      expect(await findings()).toEqual([]);
    };
    await vandal.set('collection_member', row, { removed_after: 0 });
    await told('was removed before it was added');
    await vandal.set('collection_member', row, { member_id: shelf });
    await told('a collection is a member of itself');
    await vandal.set('collection_member', row, { member_id: gone });
    await told(`member_id names the document ${gone}, which does not exist`);
    await vandal.set('collection_list', { id: shelf }, { document_id: other });
    await told(`is of another document, ${other}`);
    await vandal.set('document', { id: shelf }, { primary_type: 'File' });
    await told('has members and is no collection');
    const workspace = await createDocument(app, { name: 'not one', type: 'Folder' });
    await add(shelf, workspace.uid);
    await vandal.set('document', { id: workspace.uid }, { primary_type: 'Collections' });
    await told('a document of the type Collections must not be a member');
    await vandal.close();
  });
});
