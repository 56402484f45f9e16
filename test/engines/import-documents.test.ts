import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import type { Properties } from '../../src/model/value.ts';
import { registerBlob, registerBlobs } from '../../src/repository/attachments/blobs.ts';
import {
  findDocumentsByPath,
  type ImportedDocument,
  type ImportOutcome,
  importDocuments,
} from '../../src/repository/editing/import-documents.ts';
import { engines } from '../support/engines.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const contentOf = (digit: string) => ({
  key: digit.repeat(64) as never,
  sizeBytes: 5,
  digest: digit.repeat(64),
  digestAlgorithm: 'SHA-256' as const,
});

const blobOf = (digit: string): Properties => ({
  'file:content': {
    key: digit.repeat(64),
    name: 'a',
    mimeType: null,
    encoding: null,
    digest: digit.repeat(64),
    digestAlgorithm: 'SHA-256',
    length: 5,
  },
});

describe.each(engines)('importing documents on %s', (engine) => {
  let repository: TestRepository;
  let folder: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    folder = await repository.system.create(repository.workspaces.id, {
      name: 'import',
      type: 'Folder',
    });
  });
  afterAll(async () => {
    expect(await brokenInvariants(repository.database, repository.context.model)).toEqual([]);
    await repository.close();
  });

  const item = (
    parentId: DocumentId,
    name: string,
    rest: Partial<ImportedDocument> = {},
  ): ImportedDocument => ({
    id: newDocumentId(),
    parentId,
    name,
    type: 'Folder',
    properties: { 'dc:title': name },
    ...rest,
  });
  const load = (
    documents: readonly ImportedDocument[],
    actor: Actor = repository.system,
  ): Promise<ImportOutcome> => actor.write((unit) => importDocuments(unit, documents));

  test('a tree comes in with one call, parents before children', async () => {
    const top = item(folder.id, 'top');
    const inner = item(top.id, 'inner');
    const file = item(inner.id, 'file', { type: 'File' });
    const { created, refused } = await load([top, inner, file]);
    expect([created.size, refused.size]).toEqual([3, 0]);
    const stored = await repository.system.get({ id: file.id });
    expect(stored).toMatchObject({
      path: `${folder.path}/top/inner/file`,
      parentId: inner.id,
      state: 'project',
      isCheckedOut: true,
      systemToken: 0,
    });
    expect(stored.properties).toMatchObject({
      'dc:title': 'file',
      'dc:creator': 'system',
      'uid:major_version': 0,
    });
  });

  /** The queries of an import, and its outcome. */
  const counted = async (documents: readonly ImportedDocument[], actor = repository.system) => {
    const meter = { queries: 0 };
    const outcome = await actor.write(async (unit) => {
      const handle = new Proxy(unit.handle, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          if (name !== 'builder') meter.queries += 1;
          return value.bind(target);
        },
      });
      return importDocuments({ ...unit, handle }, documents);
    });
    return { ...meter, outcome };
  };

  test('costs the same number of queries however many there are', async () => {
    const queriesFor = async (count: number): Promise<number> => {
      const documents = Array.from({ length: count }, (_each, index) =>
        item(folder.id, `meter-${count}-${index}`, { type: 'File' }),
      );
      return (await counted(documents)).queries;
    };
    // One slice: larger ones are stored by slices.
    expect(await queriesFor(100)).toBe(await queriesFor(3));
  });

  test('what values refer to is looked up with one query for each directory', async () => {
    await repository.database.write(async (handle) => {
      const entries = Array.from({ length: 40 }, (_, at) => ({
        directory: at % 2 === 0 ? 'nature' : 'l10nsubjects',
        entry_id: `entry-${at}`,
        properties: '{}',
      }));
      await handle.run(handle.builder.insertInto('directory_entry').values(entries));
    });
    const administrator = repository.administrator('ada');
    const load = (label: string, count: number, first: number) => {
      const documents = Array.from({ length: count }, (_, at) =>
        item(folder.id, `${label}-${at}`, {
          type: 'File',
          properties: {
            'dc:nature': `entry-${(first + at * 2) % 40}`,
            'dc:subjects': [`entry-${(first + at * 2 + 1) % 40}`],
          },
        }),
      );
      return counted(documents, administrator);
    };
    const few = await load('few', 3, 0);
    expect([few.outcome.created.size, few.outcome.refused.size]).toEqual([3, 0]);
    expect((await load('many', 40, 0)).queries).toBe(few.queries);
    // With the kinds of entries exchanged none of them exists, and each of the documents is refused.
    const none = await load('none', 20, 1);
    expect([none.outcome.created.size, none.outcome.refused.size]).toEqual([0, 20]);
    expect([...none.outcome.refused.values()][0]).toMatchObject({ code: 'property.violation' });
    expect(none.queries).toBeLessThanOrEqual(few.queries);
  });

  test('a note gets no version, and its blob reference is stored with a file', async () => {
    await repository.system.write((unit) =>
      registerBlobs(unit.handle, [contentOf('a'), contentOf('b'), contentOf('a')], unit.nowMs),
    );
    const note = item(folder.id, 'note', { type: 'Note', properties: { 'note:note': 'text' } });
    const file = item(folder.id, 'with blob', { type: 'File', properties: blobOf('a') });
    await load([note, file]);
    expect((await repository.system.get({ id: note.id })).isCheckedOut).toBe(true);
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('blob_reference').selectAll().where('document_id', '=', file.id),
      ),
    );
    expect(rows).toEqual([
      { document_id: file.id, xpath: 'file:content', blob_key: 'a'.repeat(64) },
    ]);
  });

  test('blobs are registered again without harm', async () => {
    await repository.system.write(({ handle }) => registerBlob(handle, contentOf('c'), 1));
    await repository.system.write(({ handle }) => registerBlobs(handle, [contentOf('c')], 2));
    const row = await repository.database.read((handle) =>
      handle.first(handle.builder.selectFrom('blob').selectAll().where('key', '=', 'c'.repeat(64))),
    );
    expect(row).toMatchObject({ created_at: 1, size: 5 });
  });

  test('a taken name fails the whole unit', async () => {
    await load([item(folder.id, 'taken')]);
    const other = item(folder.id, 'not taken');
    const unit = load([other, item(folder.id, 'taken')]);
    await expect(unit).rejects.toMatchObject({ code: 'request.conflict' });
    await expect(repository.system.get({ id: other.id })).rejects.toMatchObject({
      code: 'document.not-found',
    });
  });

  test('what the user may not do is refused with all below it, and the rest is done', async () => {
    const open = await repository.system.create(folder.id, { name: 'open', type: 'Folder' });
    await repository.system.setAcl(open.id, [grantAce('writer', 'ReadWrite')]);
    const denied = item(folder.id, 'denied');
    const below = item(denied.id, 'below');
    const allowed = item(open.id, 'allowed');
    const { created, refused } = await load([denied, below, allowed], repository.user('writer'));
    expect([...created.keys()]).toEqual([allowed.id]);
    expect(refused.get(denied.id)).toMatchObject({ code: 'permission.denied' });
    expect(refused.get(below.id)).toMatchObject({ code: 'permission.denied' });
  });

  test('values that break a rule of the model are refused one by one', async () => {
    const long = item(folder.id, 'long', { properties: { 'dc:description': 'x'.repeat(2_001) } });
    const fine = item(folder.id, 'fine');
    const unknown = item(folder.id, 'unknown', { type: 'Nothing' });
    const { created, refused } = await load([long, fine, unknown]);
    expect([...created.keys()]).toEqual([fine.id]);
    expect(refused.get(long.id)).toMatchObject({ code: 'property.violation' });
    expect(refused.get(unknown.id)).toMatchObject({ code: 'document.type-unknown' });
  });

  test('parents that are gone or cannot have children are refused', async () => {
    const orphan = item(newDocumentId(), 'orphan');
    const { refused } = await load([orphan]);
    expect(refused.get(orphan.id)).toMatchObject({ code: 'document.not-found' });
  });

  test('a type with a creation template brings its children', async () => {
    const { id: rootId } = await repository.system.get({ path: '/' });
    const before = item(rootId, 'before');
    const domain = item(rootId, 'domain', { type: 'Domain' });
    const below = item(domain.id, 'below');
    const { created } = await load([before, domain, below]);
    const domainId = created.get(domain.id) as DocumentId;
    expect(await repository.system.childNames(domainId)).toEqual([
      'below',
      'sections',
      'templates',
      'workspaces',
    ]);
  });

  test('documents are found by many paths at once', async () => {
    const found = await repository.system.read((unit) =>
      findDocumentsByPath(unit, [`${folder.path}/top`, '/none', '/default-domain']),
    );
    expect(found.map(({ path }) => path).sort()).toEqual(['/default-domain', `${folder.path}/top`]);
  });
});
