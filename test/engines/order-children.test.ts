import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { listChildren } from '../../src/repository/documents/children.ts';
import { copyDocument } from '../../src/repository/editing/copy-document.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { orderChild } from '../../src/repository/editing/order-children.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('the order of children on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'order', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  /** An ordered folder with children of those names, and their ids. */
  async function ordered(name: string, children: readonly string[]) {
    const folder = await admin.create(place.id, { name, type: 'OrderedFolder' });
    const ids = new Map<string, DocumentId>();
    for (const child of children) {
      ids.set(child, (await admin.create(folder.id, { name: child })).id);
    }
    const id = (child: string) => ids.get(child) as DocumentId;
    const put = (child: string, before: string | null, actor = admin) =>
      actor.write((unit) =>
        orderChild(unit, {
          id: id(child),
          beforeId: before === null ? null : id(before),
        }),
      );
    return { folder, id, put };
  }

  const page = (
    parentId: DocumentId,
    {
      offset = 0,
      limit = 100,
      order = 'asc',
    }: Partial<Record<'offset' | 'limit', number>> & {
      order?: 'asc' | 'desc';
    } = {},
  ) =>
    admin.read(async (unit) => {
      const sort = { by: 'position' as const, order };
      const { entries } = await listChildren(unit, { parentId, offset, limit, sort });
      return entries.map((entry) => entry.name);
    });

  test('new children come last, with any name', async () => {
    const { folder } = await ordered('new', ['m', 'z', 'a']);
    expect(await page(folder.id)).toEqual(['m', 'z', 'a']);
    expect(await page(folder.id, { order: 'desc' })).toEqual(['a', 'z', 'm']);
    expect(await page(folder.id, { offset: 1, limit: 1 })).toEqual(['z']);
  });

  test('a child is put before another, or last', async () => {
    const { folder, put } = await ordered('put', ['a', 'b', 'c', 'd']);
    await put('d', 'b');
    expect(await page(folder.id)).toEqual(['a', 'd', 'b', 'c']);
    await put('a', null);
    expect(await page(folder.id)).toEqual(['d', 'b', 'c', 'a']);
    await put('d', 'a');
    expect(await page(folder.id)).toEqual(['b', 'c', 'd', 'a']);
    await put('b', 'b');
    await put('b', 'c');
    await put('a', null);
    expect(await page(folder.id)).toEqual(['b', 'c', 'd', 'a']);
    await admin.create(folder.id, { name: '0' });
    expect(await page(folder.id)).toEqual(['b', 'c', 'd', 'a', '0']);
  });

  test('what is moved, copied, imported or shown there comes last', async () => {
    const { folder, put } = await ordered('arrivals', ['b', 'a']);
    await put('a', 'b');
    const other = await admin.create(place.id, { name: 'moved' });
    await admin.write(async (unit) => {
      await moveDocument(unit, { id: other.id, targetId: folder.id, name: null });
      await copyDocument(unit, {
        id: other.id,
        targetId: folder.id,
        name: 'copied',
        resetsLifecycle: false,
      });
      const imported = ['imported 2', 'imported 1'].map((name) => ({
        id: newDocumentId(),
        parentId: folder.id,
        name,
        type: 'File',
        properties: {},
      }));
      await importDocuments(unit, imported);
    });
    const shown = await admin.create(place.id, { name: 'shown' });
    await admin.write((unit) => createProxy(unit, { targetId: shown.id, folderId: folder.id }));
    expect(await page(folder.id)).toEqual([
      'a',
      'b',
      'moved',
      'copied',
      'imported 2',
      'imported 1',
      'shown',
    ]);
  });

  test('a copied folder has the same order', async () => {
    const { folder, put } = await ordered('copied order', ['a', 'b', 'c']);
    await put('c', 'a');
    const copy = await admin.write((unit) =>
      copyDocument(unit, {
        id: folder.id,
        targetId: place.id,
        name: 'order copy',
        resetsLifecycle: false,
      }),
    );
    expect(await page(copy.id)).toEqual(['c', 'a', 'b']);
  });

  test('renaming and the trash do not change the place', async () => {
    const { folder, id } = await ordered('stays', ['a', 'b', 'c']);
    await admin.write(async (unit) => {
      await moveDocument(unit, { id: id('a'), targetId: folder.id, name: 'z' });
      await trashDocument(unit, id('b'));
    });
    expect(await page(folder.id)).toEqual(['z', 'c']);
    await admin.write((unit) => untrashDocument(unit, id('b')));
    expect(await page(folder.id)).toEqual(['z', 'b', 'c']);
  });

  test('what leaves an ordered folder has no position', async () => {
    const { id } = await ordered('leaves', ['a', 'b']);
    await admin.write((unit) =>
      moveDocument(unit, { id: id('b'), targetId: place.id, name: 'left' }),
    );
    const row = await admin.read(({ handle }) =>
      handle.first(
        handle.builder.selectFrom('document').select('position').where('id', '=', id('b')),
      ),
    );
    expect(row).toEqual({ position: null });
  });

  test('only siblings in an ordered folder can be put in order', async () => {
    const { id, put } = await ordered('refused', ['a', 'b']);
    const plain = await admin.create(place.id, { name: 'plain' });
    const order = (first: DocumentId, beforeId: DocumentId | null) =>
      admin.write((unit) => orderChild(unit, { id: first, beforeId }));
    const refused = { code: 'request.invalid', status: 400 };
    await expect(order(plain.id, null)).rejects.toMatchObject(refused);
    await expect(order(id('a'), plain.id)).rejects.toMatchObject(refused);
    await expect(order(id('a'), newDocumentId())).rejects.toMatchObject({ status: 404 });
    const root = await admin.get({ path: '/' });
    await expect(order(root.id, null)).rejects.toMatchObject(refused);
    await expect(put('a', 'b', repository.user('stranger'))).rejects.toMatchObject({
      status: 403,
      message: "Privilege 'WriteProperties' is not granted to 'stranger'",
    });
    await admin.setAcl(place.id, [grantAce('stranger', 'ReadWrite')]);
    await put('b', 'a', repository.user('stranger'));
  });

  test('costs the same number of queries however many siblings there are', async () => {
    const queriesFor = async (count: number): Promise<number> => {
      const names = Array.from({ length: count }, (_each, index) => `n${index}`);
      const { folder, id } = await ordered(`count ${count}`, names);
      const meter = { queries: 0 };
      await repository.database.write(
        (handle) =>
          orderChild(createUnit(handle, repository.context, admin.principal), {
            id: id(`n${count - 1}`),
            beforeId: id('n0'),
          }),
        meter,
      );
      expect(await page(folder.id)).toEqual([`n${count - 1}`, ...names.slice(0, -1)]);
      return meter.queries;
    };
    expect(await queriesFor(40)).toBe(await queriesFor(2));
  });

  test('many at once leave one order that lost nothing', async () => {
    const { folder, put } = await ordered('race', ['a', 'b', 'c', 'd', 'e']);
    await Promise.all([
      put('e', 'a'),
      put('b', null),
      ...['x', 'y', 'z'].map((name) => admin.create(folder.id, { name })),
      put('d', 'b'),
    ]);
    const names = await page(folder.id);
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'x', 'y', 'z']);
    expect(names[0]).toBe('e');
    await put('a', null);
    expect((await page(folder.id)).at(-1)).toBe('a');
  });
});
