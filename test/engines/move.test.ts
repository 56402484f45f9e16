import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { dumpStore } from '../support/store-dump.ts';

describe.each(engines)('moving on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'move', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  const move = (id: DocumentId, targetId: DocumentId, name: string | null = null, actor = admin) =>
    actor.write((unit) => moveDocument(unit, { id, targetId, name }));

  async function refusedWithoutTrace(attempt: () => Promise<unknown>, expected: object) {
    const before = await dumpStore(repository.database);
    await expect(attempt()).rejects.toMatchObject(expected);
    expect(await dumpStore(repository.database)).toEqual(before);
  }

  test('rewrites the paths of everything below', async () => {
    const from = await folder('from');
    const to = await folder('to');
    const top = await folder('top', from);
    const inner = await folder('inner', top);
    const leaf = await admin.create(inner.id, { name: 'leaf' });
    const moved = await move(top.id, to.id);
    expect([moved.id, moved.path, moved.parentId]).toEqual([top.id, `${to.path}/top`, to.id]);
    expect((await admin.get({ id: leaf.id })).path).toBe(`${to.path}/top/inner/leaf`);
    expect((await admin.get({ path: `${to.path}/top/inner/leaf` })).id).toBe(leaf.id);
    await expect(admin.get({ path: leaf.path ?? '' })).rejects.toMatchObject({ status: 404 });
    expect(moved.properties).toEqual(top.properties);
    expect(await admin.childNames(from.id)).toEqual([]);
  });

  test.each([
    ['letters beyond the basic plane', '\u{1f600}\u{1f680}', 'x'],
    ['wildcards of LIKE', 'a%b_c', 'a_b%c'],
    ['a name that begins like its sibling', 'pre', 'prefix'],
    ['characters next to the slash', 'a0', 'a.'],
    ['quotes', `it's "x"`, '`$&$1\\'],
  ])('keeps paths right with %s', async (title, first, second) => {
    const here = await folder(title);
    const a = await folder(first, here);
    const b = await folder(second, here);
    for (const parent of [a, b]) {
      const middle = await folder('\u{1f4c1} middle', parent);
      await admin.create(middle.id, { name: 'leaf \u{1f600}' });
    }
    const to = await folder('\u{1f680} to', here);
    const moved = await move(a.id, to.id, 'renamed \u{1f600}');
    const leaf = `${moved.path}/\u{1f4c1} middle/leaf \u{1f600}`;
    expect((await admin.get({ path: leaf })).path).toBe(leaf);
    expect((await admin.get({ path: `${b.path}/\u{1f4c1} middle/leaf \u{1f600}` })).path).toBe(
      `${b.path}/\u{1f4c1} middle/leaf \u{1f600}`,
    );
  });

  test('renames within the same parent, and leaves a document where it is', async () => {
    const made = await folder('old name');
    expect((await move(made.id, place.id, 'new name')).path).toBe(`${place.path}/new name`);
    expect((await move(made.id, place.id)).path).toBe(`${place.path}/new name`);
    expect((await move(made.id, place.id, 'new name')).path).toBe(`${place.path}/new name`);
  });

  test('a taken name gets a suffix', async () => {
    const to = await folder('taken');
    await folder('name', to);
    const other = await folder('other');
    expect((await move(other.id, to.id, 'name')).name).toMatch(/^name\.\d{13}$/);
  });

  test.each(['a/b', '..', '.', '', ' ', 'a\0b', 'x\ud800', 'n'.repeat(256)])(
    'the name %j is refused',
    async (name) => {
      const made = await folder('named');
      await refusedWithoutTrace(() => move(made.id, place.id, name), {
        code: 'document.name-invalid',
      });
    },
  );

  test('below itself is refused', async () => {
    const top = await folder('cycle');
    const inner = await folder('inner', top);
    const leaf = await folder('leaf', inner);
    for (const target of [top, inner, leaf]) {
      await refusedWithoutTrace(() => move(top.id, target.id), {
        code: 'document.invalid-move',
        status: 409,
      });
    }
    expect((await move(inner.id, top.id)).path).toBe(inner.path);
  });

  test('the root and versions stay', async () => {
    const root = await admin.get({ path: '/' });
    const made = await admin.create(place.id, { name: 'versioned' });
    const { version } = await admin.write(async (unit) =>
      checkIn(unit, {
        document: await getDocumentForUpdate(unit, made.id),
        by: 'MINOR',
      }),
    );
    for (const id of [root.id, version.id]) {
      await refusedWithoutTrace(() => move(id, place.id), { code: 'document.invalid-move' });
    }
  });

  test('a version follows its live document', async () => {
    const to = await folder('follow');
    const made = await admin.create(place.id, { name: 'live' });
    const { version } = await admin.write(async (unit) =>
      checkIn(unit, {
        document: await getDocumentForUpdate(unit, made.id),
        by: 'MINOR',
      }),
    );
    await move(made.id, to.id);
    expect(await admin.get({ id: version.id })).toMatchObject({
      path: `${to.path}/live`,
      parentId: to.id,
    });
  });

  test('a path that would become too long is refused, also of a descendant', async () => {
    let parent = await folder('deep');
    while (Buffer.byteLength(parent.path ?? '') < limits.pathBytesMax - 300) {
      parent = await folder('d'.repeat(240), parent);
    }
    const rest = limits.pathBytesMax - Buffer.byteLength(parent.path ?? '');
    const top = await folder('t');
    const leaf = await admin.create(top.id, { name: 'é'.repeat(50) });
    await refusedWithoutTrace(() => move(top.id, parent.id, 'x'.repeat(rest - 101)), {
      code: 'document.path-too-long',
      status: 400,
    });
    const moved = await move(top.id, parent.id, 'x'.repeat(rest - 102));
    const path = `${moved.path}/${leaf.name}`;
    expect(Buffer.byteLength(path)).toBe(limits.pathBytesMax);
    expect((await admin.get({ path })).id).toBe(leaf.id);
    await expect(folder('y'.repeat(rest), parent)).rejects.toMatchObject({
      code: 'document.path-too-long',
    });
  });

  test('needs AddChildren at the target, Remove, and RemoveChildren on the old parent', async () => {
    const from = await folder('rights-from');
    const to = await folder('rights-to');
    const made = await folder('made', from);
    const user = repository.user('mover');
    const attempt = () => move(made.id, to.id, null, user);
    const denied = (message: string) => ({ status: 403, message });
    await refusedWithoutTrace(attempt, denied("Privilege 'AddChildren' is not granted to 'mover'"));
    await admin.setAcl(to.id, [grantAce('mover', 'AddChildren')]);
    const refused = `Permission denied: cannot remove document ${made.id}, Missing permission`;
    await refusedWithoutTrace(attempt, denied(`${refused} 'Remove' on document ${made.id}`));
    await admin.setAcl(made.id, [grantAce('mover', 'Remove')]);
    await refusedWithoutTrace(
      attempt,
      denied(`${refused} 'RemoveChildren' on parent document ${from.id}`),
    );
    await admin.setAcl(from.id, [grantAce('mover', 'RemoveChildren')]);
    expect((await attempt()).parentId).toBe(to.id);
  });

  test('a refusal reveals nothing to users who may not see the documents', async () => {
    const hidden = await folder('hidden');
    const inner = await folder('inner', hidden);
    await admin.setAcl(hidden.id, [denyAll]);
    const refusal = await move(hidden.id, inner.id, null, repository.user('nosy')).catch(String);
    expect(refusal).not.toContain('hidden');
  });

  test('permissions come from the new place, own entries stay', async () => {
    const open = await folder('open');
    const closed = await folder('closed');
    await admin.setAcl(closed.id, [grantAce('alice', 'Read'), denyAll]);
    const top = await folder('top', open);
    const shared = await folder('shared', top);
    await admin.setAcl(shared.id, [grantAce('bob', 'Read')]);
    const leaf = await admin.create(shared.id, { name: 'leaf' });
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => repository.user(name));
    const readers = async (id: DocumentId) =>
      Promise.all([alice, bob, carol].map((actor) => actor?.canRead(id)));
    expect(await readers(leaf.id)).toEqual([true, true, true]);
    await move(top.id, closed.id);
    expect(await readers(top.id)).toEqual([true, false, false]);
    expect(await readers(leaf.id)).toEqual([true, true, false]);
    await move(top.id, open.id);
    expect(await readers(leaf.id)).toEqual([true, true, true]);
    expect((await admin.get({ id: leaf.id })).aclId).toBe(leaf.aclId);
  });
});
