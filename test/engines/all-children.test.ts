import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { allChildren, listAllChildren } from '../../src/repository/documents/children.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { orderChild } from '../../src/repository/editing/order-children.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { engines } from '../support/engines.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

lowerLimits({ listLengthMax: 2_500 });

const fill = (actor: Actor, parent: Document, count: number) =>
  actor.write((unit) =>
    importDocuments(
      unit,
      Array.from({ length: count }, (_each, index) => ({
        id: newDocumentId(),
        parentId: parent.id,
        name: `n${index}`,
        type: 'Relation',
        properties: {},
      })),
    ),
  );

describe.each(engines)('all children on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'all', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const folder = (name: string, parent = place, type = 'Folder') =>
    admin.create(parent.id, { name, type });
  const all = (parent: Document, actor = admin) =>
    actor.read((unit) => listAllChildren(unit, parent.id));
  const names = (documents: readonly Document[]) => documents.map((document) => document.name);
  test('hidden and trashed ones are there, grandchildren are not', async () => {
    const here = await folder('kinds');
    await folder('inner', await folder('b', here));
    await folder('a', here, 'HiddenFolder');
    const gone = await folder('gone', here);
    await admin.write((unit) => trashDocument(unit, gone.id));
    const target = await admin.create(place.id, { name: 'shown', properties: { 'dc:title': 'T' } });
    await admin.write((unit) => createProxy(unit, { targetId: target.id, folderId: here.id }));
    // What was created in the same millisecond comes in any order.
    const ids = (await all(here)).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    const found = (await all(here)).map(({ name, isTrashed, properties }) => [
      name.split('.')[0],
      isTrashed,
      properties['dc:title'],
    ]);
    const title = (name: string) => found.find(([each]) => each === name)?.[2];
    expect(found.map(([name, isTrashed]) => `${name} ${isTrashed}`).sort()).toEqual([
      'a false',
      'b false',
      'gone true',
      'shown false',
    ]);
    expect(title('shown')).toBe('T');
  });

  test('only those the caller may see, and only who may list them', async () => {
    const here = await folder('rights');
    await folder('open', here);
    const closed = await folder('closed', here);
    await admin.setAcl(closed.id, [denyAll]);
    expect(names(await all(here, repository.user('reader')))).toEqual(['open']);
    await admin.setAcl(here.id, [denyAll]);
    await admin.setAcl(closed.id, [grantAce('reader', 'Read')]);
    await expect(all(here, repository.user('reader'))).rejects.toMatchObject({
      message: "Privilege 'ReadChildren' is not granted to 'reader'",
    });
  });

  test('an ordered folder keeps its order', async () => {
    const here = await folder('ordered', place, 'OrderedFolder');
    await folder('a', here);
    const last = await folder('b', here);
    const [first] = await all(here);
    await admin.write((unit) => orderChild(unit, { id: last.id, beforeId: first?.id ?? null }));
    expect(names(await all(here))).toEqual(['b', 'a']);
  });

  test('many come in batches', async () => {
    const here = await folder('many');
    await fill(admin, here, 1_201);
    const sizes = await admin.read(async (unit) => {
      const found: number[] = [];
      for await (const batch of allChildren(unit, here.id)) found.push(batch.length);
      return found;
    });
    expect(sizes).toEqual([500, 500, 201]);
    expect(new Set(names(await all(here))).size).toBe(1_201);
  });
});

// In a store of its own, so that the others are not looked through together with so many.
test.each(engines)(
  'too many children are refused with the advice to page on %s',
  {
    timeout: 120_000,
  },
  async (engine) => {
    const repository = await openTestRepository(engine);
    const { system, workspaces } = repository;
    await fill(system, workspaces, limits.listLengthMax + 1);
    const all = system.read((unit) => listAllChildren(unit, workspaces.id));
    await expect(all).rejects.toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining('page by page'),
    });
    await repository.close();
  },
);
