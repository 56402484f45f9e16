import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { type BlobKey, type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import { enqueueIndexing } from '../../src/jobs/fulltext/index-documents.ts';
import { countJobs } from '../../src/jobs/inspect.ts';
import type { Document } from '../../src/model/document.ts';
import { blobValueOf, registerBlob } from '../../src/repository/attachments/blobs.ts';
import { copyDocument } from '../../src/repository/editing/copy-document.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { addFacet, removeFacet } from '../../src/repository/editing/instance-facets.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { restoreVersion } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { findNames } from '../support/fulltext.ts';
import { runIndexing } from '../support/fulltext-worker.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

const picture = {
  key: 'a'.repeat(64) as BlobKey,
  digest: 'a'.repeat(32),
  digestAlgorithm: 'MD5' as const,
  sizeBytes: 0,
};

describe.each(engines)('the full-text index on %s', (engine) => {
  let repository: TestRepository;
  let folder: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    folder = await repository.system.create(repository.workspaces.id, {
      name: 'place',
      type: 'Folder',
    });
  });
  afterAll(async () => {
    const findings = await repository.findings();
    // The row of the one blob is made here without its content.
    expect(findings.filter((text) => !text.includes(picture.key))).toEqual([]);
    await repository.close();
  });

  const find = (text: string) => findNames(repository.database, text);
  const create = (name: string, title: string, type = 'File', parentId = folder.id) =>
    repository.system.create(parentId, { name, type, properties: { 'dc:title': title } });
  const checkInMinor = (id: DocumentId) =>
    repository.system.write(async (unit) => {
      const document = await updateDocument(unit, {
        id,
        properties: {},
        changeToken: null,
      });
      return checkIn(unit, { document, by: 'MINOR' });
    });

  test('has versions with the words of their time, and restored documents with those', async () => {
    const document = await create('versioned', 'archaic');
    const { version } = await checkInMinor(document.id);
    await repository.system.update(document.id, { 'dc:title': 'modern' });
    expect(await find('archaic')).toEqual(['version of versioned']);
    expect(await find('modern')).toEqual(['versioned']);
    await repository.system.write((unit) =>
      restoreVersion(unit, { liveId: document.id, versionId: version.id }),
    );
    expect(await find('archaic')).toEqual(['version of versioned', 'versioned']);
    expect(await find('modern')).toEqual([]);
    await repository.system.remove(document.id);
    expect(await find('archaic')).toEqual([]);
  });

  test('has copies of whole trees', async () => {
    const top = await create('tree', 'forest', 'Folder');
    const inner = await create('inner', 'forest', 'Folder', top.id);
    await create('leaf', 'forest', 'File', inner.id);
    await repository.system.write((unit) =>
      createProxy(unit, { targetId: inner.id, folderId: top.id }),
    );
    await repository.system.write((unit) =>
      copyDocument(unit, {
        id: top.id,
        targetId: folder.id,
        name: 'tree-copy',
        resetsLifecycle: false,
      }),
    );
    expect(await find('forest')).toEqual(['inner', 'inner', 'leaf', 'leaf', 'tree', 'tree-copy']);
  });

  test('has imported documents', async () => {
    const documents = Array.from({ length: 1_200 }, (_each, index) => ({
      id: newDocumentId(),
      parentId: folder.id,
      name: `imported-${index}`,
      type: 'File',
      properties: { 'dc:title': `cargo number${index}` },
    }));
    await repository.system.write((unit) => importDocuments(unit, documents));
    expect(await find('cargo')).toHaveLength(1_200);
    expect(await find('number1199')).toEqual(['imported-1199']);
  });

  test('has the names of files', async () => {
    const document = await create('with-file', 'plain');
    await repository.database.write((handle) => registerBlob(handle, picture, now()));
    const content = blobValueOf(picture, {
      name: 'Überblick_2026.png',
      mimeType: 'image/png',
      encoding: null,
    });
    await repository.system.update(document.id, { 'file:content': content });
    expect(await find('uberblick')).toEqual(['with-file']);
    expect(await find('"uberblick 2026 png"')).toEqual(['with-file']);
    expect(await find('md5')).toEqual([]);
    expect(await find('a'.repeat(64))).toEqual([]);
  });

  test('leaves out documents with the facet NotFulltextIndexable, and the root', async () => {
    const document = await create('facet', 'chameleon');
    const change = (work: typeof addFacet) =>
      repository.system.write((unit) =>
        work(unit, { id: document.id, facet: 'NotFulltextIndexable' }),
      );
    await change(addFacet);
    expect(await find('chameleon')).toEqual([]);
    await repository.system.update(document.id, { 'dc:title': 'gecko' });
    expect(await find('gecko')).toEqual([]);
    await change(removeFacet);
    expect(await find('gecko')).toEqual(['facet']);
    const root = await repository.system.get({ path: '/' });
    await repository.system.update(root.id, { 'dc:title': 'rooted' });
    expect(await find('rooted')).toEqual([]);
  });

  test('loses the properties that a facet brought when the facet goes', async () => {
    const document = await create('tagged', 'plain');
    const change = (work: typeof addFacet) =>
      repository.system.write((unit) => work(unit, { id: document.id, facet: 'Thumbnail' }));
    await change(addFacet);
    await repository.database.write((handle) => registerBlob(handle, picture, now()));
    const content = blobValueOf(picture, {
      name: 'toucan.png',
      mimeType: 'image/png',
      encoding: null,
    });
    await repository.system.update(document.id, { 'thumb:thumbnail': content });
    expect(await find('toucan')).toEqual(['tagged']);
    await change(removeFacet);
    expect(await find('toucan')).toEqual([]);
  });

  test('has nothing of a unit that failed', async () => {
    const document = await create('kept', 'original');
    const failing = repository.system.write(async (unit) => {
      await updateDocument(unit, {
        id: document.id,
        properties: { 'dc:title': 'interim' },
        changeToken: null,
      });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await find('interim')).toEqual([]);
    expect(await find('original')).toEqual(['kept']);
  });

  test('has the last of many changes in one unit', async () => {
    const document = await create('often', 'zero');
    await repository.system.write(async (unit) => {
      for (const title of ['first', 'second', 'third']) {
        const properties = { 'dc:title': title };
        await updateDocument(unit, { id: document.id, properties, changeToken: null });
      }
    });
    expect(await find('second')).toEqual([]);
    expect(await find('third')).toEqual(['often']);
  });

  test('has the words of many documents that one unit changes, in any order', async () => {
    const documents: Document[] = [];
    for (let at = 0; at < 60; at += 1)
      documents.push(await create(`many-${at}`, `early item${at}`));
    const long = 'lengthy '.repeat(5_000);
    await repository.system.write(async (unit) => {
      // Later keys of the index first; one text is too long to be stored together with others.
      for (const [at, { id }] of [...documents.entries()].reverse()) {
        const properties = {
          'dc:title': `quoted"${at} {late}`,
          'dc:rights': at === 30 ? long : 'brief',
        };
        await updateDocument(unit, { id, properties, changeToken: null });
      }
    });
    expect(await find('early')).toEqual([]);
    expect(await find('item7')).toEqual([]);
    expect(await find('late')).toHaveLength(60);
    expect(await find('brief')).toHaveLength(59);
    expect(await find('lengthy')).toEqual(['many-30']);
  });

  test('gets by a job what was stored before there was an index', async () => {
    const before = await find('cargo');
    await repository.database.write((handle) =>
      handle.run(handle.builder.deleteFrom('document_fulltext')),
    );
    expect(await find('cargo')).toEqual([]);
    expect(await repository.findings()).toContainEqual(
      expect.stringMatching(/^warning document_fulltext .*: has no words/),
    );
    await repository.database.write((handle) => enqueueIndexing(handle));
    expect((await repository.findings()).filter((text) => text.includes('no words'))).toEqual([]);
    await runIndexing(repository);
    expect(await repository.database.read((handle) => countJobs(handle))).toBe(0);
    expect(await find('cargo')).toEqual(before);
    expect(await find('rooted')).toEqual([]);
  });

  test('is found damaged where its words are not those of the documents', async () => {
    const document = await create('damaged', 'genuine');
    const damage = (digest: string) =>
      repository.database.write((handle) =>
        handle.run(
          handle.builder
            .updateTable('document_fulltext')
            .set({ digest })
            .where('document_id', '=', document.id),
        ),
      );
    await damage('2.wrong');
    expect(await repository.findings()).toContain(
      `error document_fulltext ${document.id}: has other words than its properties and files give`,
    );
    await repository.database.write((handle) => enqueueIndexing(handle, { includesIndexed: true }));
    await runIndexing(repository);
  });
});
