import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { emptyTrash } from '../../src/repository/editing/empty-trash.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

describe.each(engines)('the trash on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'trash', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  const trash = async (id: DocumentId, actor = admin): Promise<Document> => {
    const document = await actor.write((unit) => trashDocument(unit, id));
    if (!document) throw new Error('it was removed');
    return document;
  };
  const untrash = (id: DocumentId, actor = admin) =>
    actor.write((unit) => untrashDocument(unit, id));

  test('renames, flags and keeps everything else', async () => {
    const made = await folder('renamed');
    const trashed = await trash(made.id);
    expect(trashed.name).toMatch(/^renamed\._\d{13}_\.trashed$/);
    expect(trashed).toMatchObject({
      id: made.id,
      isTrashed: true,
      state: made.state,
      properties: made.properties,
      path: `${place.path}/${trashed.name}`,
    });
    expect((await admin.get({ path: trashed.path ?? '' })).id).toBe(made.id);
    await expect(admin.get({ path: made.path ?? '' })).rejects.toMatchObject({ status: 404 });
    expect(await admin.childNames(place.id)).not.toContain(trashed.name);
  });

  test('frees the name for another document', async () => {
    const made = await folder('freed');
    await trash(made.id);
    expect((await folder('freed')).name).toBe('freed');
  });

  test('is refused where every name in the trash is taken', async () => {
    const made = await folder('crowded');
    const nowMs = 1_700_000_000_000;
    for (let at = 0; at < limits.nameAttemptsMax; at += 1) {
      await folder(`crowded._${nowMs + at}_.trashed`);
    }
    const trashing = admin.write((unit) => trashDocument({ ...unit, nowMs }, made.id));
    await expect(trashing).rejects.toMatchObject({ code: 'document.too-many-collisions' });
    expect((await admin.get({ id: made.id })).isTrashed).toBe(false);
  });

  test('takes what is below along, with its path', async () => {
    const top = await folder('top');
    const middle = await folder('middle', top);
    const leaf = await admin.create(middle.id, { name: 'leaf' });
    const sibling = await folder('top-sibling');
    const trashed = await trash(top.id);
    const after = await admin.get({ id: leaf.id });
    expect([after.isTrashed, after.path]).toEqual([true, `${trashed.path}/middle/leaf`]);
    expect((await admin.get({ id: sibling.id })).isTrashed).toBe(false);
    await untrash(top.id);
    const back = await admin.get({ id: leaf.id });
    expect([back.isTrashed, back.path]).toEqual([false, leaf.path]);
  });

  test('a trashed document is not trashed again, nor one that is not taken out', async () => {
    const made = await folder('again');
    const trashed = await trash(made.id);
    expect(await trash(made.id)).toEqual(trashed);
    const back = await untrash(made.id);
    expect(await untrash(made.id)).toEqual(back);
  });

  test('restoring gives the name back, or a free one', async () => {
    const made = await folder('name');
    await trash(made.id);
    expect((await untrash(made.id)).path).toBe(made.path);
    await trash(made.id);
    await folder('name');
    expect((await untrash(made.id)).name).toMatch(/^name\.\d{13}$/);
  });

  test('restoring takes a collision suffix away when the plain name is free', async () => {
    const first = await folder('collide');
    const second = await folder('collide');
    expect(second.name).toMatch(/^collide\.\d{13}$/);
    await trash(second.id);
    await trash(first.id);
    expect((await untrash(second.id)).name).toBe('collide');
  });

  test('restoring brings trashed ancestors back, but not their other children', async () => {
    const top = await folder('ancestor');
    const middle = await folder('middle', top);
    const wanted = await admin.create(middle.id, { name: 'wanted' });
    const other = await admin.create(middle.id, { name: 'other' });
    await trash(top.id);
    const back = await untrash(wanted.id);
    expect([back.isTrashed, back.path]).toEqual([false, wanted.path]);
    expect((await admin.get({ id: top.id })).isTrashed).toBe(false);
    expect((await admin.get({ id: middle.id })).isTrashed).toBe(false);
    expect((await admin.get({ id: other.id })).isTrashed).toBe(true);
    expect(await admin.childNames(middle.id)).toEqual(['wanted']);
  });

  test('restoring a folder gives back the names of what was trashed in it before', async () => {
    const top = await folder('names');
    const middle = await folder('middle', top);
    const leaf = await admin.create(middle.id, { name: 'leaf' });
    const taken = await admin.create(top.id, { name: 'taken' });
    for (const { id } of [leaf, middle, taken]) await trash(id);
    const newer = await admin.create(top.id, { name: 'taken' });
    await trash(top.id);
    await untrash(top.id);
    for (const made of [middle, leaf, newer]) {
      const back = await admin.get({ id: made.id });
      expect([back.isTrashed, back.path]).toEqual([false, made.path]);
    }
    const renamed = await admin.get({ id: taken.id });
    expect([renamed.isTrashed, renamed.name]).toEqual([
      false,
      expect.stringMatching(/^taken\.\d{13}$/),
    ]);
    expect((await admin.childNames(top.id)).length).toBe(3);
  });

  test('what is called as if it had been trashed keeps its name', async () => {
    const top = await folder('odd names');
    const odd = await admin.create(top.id, { name: '._1700000000000_.trashed' });
    const plain = await admin.create(top.id, { name: 'not.trashed' });
    await trash(top.id);
    await untrash(top.id);
    expect((await admin.get({ id: odd.id })).name).toBe(odd.name);
    expect((await admin.get({ id: plain.id })).name).toBe(plain.name);
  });

  test('trashing a folder removes the proxies below it, and nothing of what they show', async () => {
    const outside = await admin.create(place.id, { name: 'shown outside' });
    const top = await folder('with proxies');
    const middle = await folder('middle', top);
    const inside = await admin.create(middle.id, { name: 'shown inside' });
    const proxies = [];
    for (const { id: targetId } of [outside, inside]) {
      proxies.push(
        await admin.write((unit) => createProxy(unit, { targetId, folderId: middle.id })),
      );
    }
    const elsewhere = await admin.write((unit) =>
      createProxy(unit, { targetId: inside.id, folderId: place.id }),
    );
    await trash(top.id);
    for (const { id } of proxies) {
      await expect(admin.get({ id })).rejects.toMatchObject({ code: 'document.not-found' });
    }
    expect((await admin.get({ id: outside.id })).isTrashed).toBe(false);
    expect((await admin.get({ id: inside.id })).isTrashed).toBe(true);
    expect((await admin.get({ id: elsewhere.id })).proxyTarget?.id).toBe(inside.id);
    await untrash(top.id);
    expect(await admin.childNames(middle.id)).toEqual(['shown inside']);
    const told = await admin.read(({ handle }) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select('document_id')
          .where('event_id', '=', 'proxyRemoved'),
      ),
    );
    for (const { id } of proxies) expect(told).toContainEqual({ document_id: id });
  });

  test('trashing the last proxy of a version without live document removes the version', async () => {
    const live = await admin.create(place.id, { name: 'shown last' });
    const top = await folder('last proxy');
    const { version } = await admin.write((unit) => checkIn(unit, { document: live, by: 'MINOR' }));
    await admin.write((unit) => createProxy(unit, { targetId: version.id, folderId: top.id }));
    await admin.remove(live.id);
    expect((await admin.get({ id: version.id })).isVersion).toBe(true);
    await trash(top.id);
    await expect(admin.get({ id: version.id })).rejects.toMatchObject({
      code: 'document.not-found',
    });
  });

  test('two documents of one name can be trashed in one millisecond', async () => {
    const first = await folder('instant');
    await repository.database.write((handle) =>
      trashDocument(createSystemUnit(handle, repository.context), first.id),
    );
    const second = await folder('instant');
    await repository.database.write((handle) =>
      trashDocument(createSystemUnit(handle, repository.context), second.id),
    );
    const names = [await admin.get({ id: first.id }), await admin.get({ id: second.id })].map(
      (document) => document.name,
    );
    expect(new Set(names).size).toBe(2);
    expect((await untrash(second.id)).name).toBe('instant');
  });

  test('a document whose name is as long as allowed can be trashed and restored', async () => {
    const made = await folder('n'.repeat(255));
    const trashed = await trash(made.id);
    expect((await admin.get({ path: trashed.path ?? '' })).id).toBe(made.id);
    expect((await untrash(made.id)).name).toBe(made.name);
  });

  test('what was trashed by itself comes back with its folder, and is trashed again as before', async () => {
    const top = await folder('twice-trashed');
    const inner = await folder('i'.repeat(255), top);
    await trash(inner.id);
    await trash(top.id);
    await untrash(top.id);
    const back = await admin.get({ id: inner.id });
    expect([back.isTrashed, back.name]).toEqual([false, inner.name]);
    expect((await trash(inner.id)).name).toMatch(/^i{255}\._\d{13}_\.trashed$/);
    expect((await untrash(inner.id)).path).toBe(inner.path);
  });

  test('what is below and looks like a trashed name keeps it', async () => {
    const top = await folder('lookalikes');
    const names = ['._1700000000000_.trashed', '.._1700000000000_.trashed', 'x.1700000000000'];
    for (const name of names) await admin.create(top.id, { name });
    await trash(top.id);
    for (const name of names) {
      const { path } = await admin.get({ id: top.id });
      const made = await admin.get({ path: `${path}/${name}` });
      expect((await untrash(made.id)).path).toBe(`${top.path}/${name}`);
    }
  });

  test('the transitions delete and undelete trash and restore', async () => {
    const made = await folder('transitions');
    const follow = (transition: string) =>
      admin.write((unit) => followLifecycleTransition(unit, { id: made.id, transition }));
    expect(await follow('delete')).toMatchObject({ isTrashed: true, state: 'project' });
    expect(await follow('undelete')).toMatchObject({ isTrashed: false, path: made.path });
  });

  test('the root stays', async () => {
    const root = await admin.get({ path: '/' });
    await expect(trash(root.id)).rejects.toMatchObject({ code: 'document.root-immutable' });
  });

  describe('permissions', () => {
    const refused = (user: string, document: Document) => ({
      status: 403,
      message: `User ${user} does not have the permission to remove the document ${document.id} (${document.path})`,
    });

    test('needs Remove, RemoveChildren on the parent and AddChildren there', async () => {
      const user = repository.user('trasher');
      const parent = await folder('guarded');
      const made = await admin.create(parent.id, { name: 'x' });
      const cases = [
        ['Read'],
        ['Read', 'AddChildren'],
        ['Read', 'RemoveChildren', 'AddChildren'],
        ['Read', 'Remove'],
      ];
      for (const permissions of cases) {
        await admin.setAcl(
          parent.id,
          permissions.map((permission) => grantAce('trasher', permission)),
        );
        await expect(trash(made.id, user), permissions.join()).rejects.toMatchObject(
          refused('trasher', made),
        );
      }
      await admin.setAcl(parent.id, [
        grantAce('trasher', 'Remove'),
        grantAce('trasher', 'AddChildren'),
      ]);
      const trashed = await trash(made.id, user);
      expect(trashed.isTrashed).toBe(true);
      await admin.setAcl(parent.id, [grantAce('trasher', 'Read')]);
      await expect(untrash(made.id, user)).rejects.toMatchObject(refused('trasher', trashed));
    });

    test('a descendant that may not be removed keeps the folder', async () => {
      const user = repository.user('trasher');
      const parent = await folder('partly');
      await admin.setAcl(parent.id, [grantAce('trasher', 'ReadWrite')]);
      const made = await folder('made', parent);
      const inner = await admin.create(made.id, { name: 'inner' });
      await admin.setAcl(inner.id, [denyAll]);
      await expect(trash(made.id, user)).rejects.toMatchObject(refused('trasher', made));
    });

    test('a document locked by another user stays', async () => {
      const parent = await folder('locked');
      await admin.setAcl(parent.id, [
        grantAce('trasher', 'ReadWrite'),
        grantAce('locker', 'ReadWrite'),
      ]);
      const made = await folder('made', parent);
      const inner = await admin.create(made.id, { name: 'inner' });
      await repository.user('locker').write((unit) => lockDocument(unit, inner.id));
      const user = repository.user('trasher');
      await expect(trash(inner.id, user)).rejects.toMatchObject({ status: 403 });
      await expect(trash(made.id, user)).rejects.toMatchObject({ status: 403 });
    });

    test('who may not read a document does not learn its path', async () => {
      const made = await folder('secret');
      await admin.setAcl(made.id, [denyAll]);
      const user = repository.user('nobody');
      const messageOf = (attempt: Promise<unknown>) =>
        attempt.then(String, (error) => error.message);
      expect(await messageOf(user.remove(made.id))).not.toContain(made.id);
      for (const message of [
        await messageOf(user.remove(made.id)),
        await messageOf(trash(made.id, user)),
        await trash(made.id).then(() => messageOf(untrash(made.id, user))),
      ]) {
        expect(message).not.toContain('secret');
      }
    });
  });

  describe('emptying', () => {
    const empty = (parentId: DocumentId, actor = admin) =>
      actor.write((unit) => emptyTrash(unit, parentId));
    const childrenOf = (parentId: DocumentId) =>
      admin.read(async ({ handle }) => {
        const rows = await handle.all(
          handle.builder.selectFrom('document').select('name').where('parent_id', '=', parentId),
        );
        return rows.map(({ name }) => name.replace(/\._\d+_\.trashed$/, '')).sort();
      });

    test('removes what is in the trash of that folder, with all below it', async () => {
      const here = await folder('emptied');
      const [gone, kept] = [await folder('gone', here), await folder('kept', here)];
      const leaf = await admin.create(gone.id, { name: 'leaf' });
      const deeper = await folder('deeper', kept);
      await trash(gone.id);
      await trash(deeper.id);
      await empty(here.id);
      expect(await childrenOf(here.id)).toEqual(['kept']);
      expect(await childrenOf(kept.id)).toEqual(['deeper']);
      await expect(admin.get({ id: leaf.id })).rejects.toMatchObject({ status: 404 });
      await empty(here.id);
      expect(await childrenOf(here.id)).toEqual(['kept']);
    });

    test('leaves what the caller may not remove or another user has locked', async () => {
      const here = await folder('emptied by some');
      const names = ['mine', 'closed', 'locked', 'hidden'];
      const made = new Map<string, Document>();
      for (const name of names) {
        const type = name === 'hidden' ? 'HiddenFolder' : 'Folder';
        made.set(name, await admin.create(here.id, { name, type }));
      }
      const id = (name: string) => (made.get(name) as Document).id;
      await admin.setAcl(here.id, [grantAce('sweeper', 'ReadWrite')]);
      await admin.setAcl(id('closed'), [grantAce('sweeper', 'Read'), denyAll]);
      for (const name of names) await trash(id(name));
      const locker = repository.user('locker');
      await admin.setAcl(id('locked'), [grantAce('locker', 'ReadWrite')]);
      await locker.write((unit) => lockDocument(unit, id('locked')));
      await empty(here.id, repository.user('sweeper'));
      expect(await childrenOf(here.id)).toEqual(['closed', 'hidden', 'locked']);
      await empty(here.id);
      expect(await childrenOf(here.id)).toEqual(['hidden', 'locked']);
    });

    test('who may not remove children removes nothing', async () => {
      const here = await folder('not emptied');
      const gone = await folder('gone', here);
      await admin.setAcl(here.id, [grantAce('powerless', 'Read')]);
      await admin.setAcl(gone.id, [grantAce('powerless', 'Everything')]);
      await trash(gone.id);
      await empty(here.id, repository.user('powerless'));
      expect(await childrenOf(here.id)).toEqual(['gone']);
      await admin.setAcl(here.id, [denyAll]);
      await expect(empty(here.id, repository.user('powerless'))).rejects.toMatchObject({
        status: 403,
      });
    });

    test('a file has no trash', async () => {
      const file = await admin.create(place.id, { name: 'no folder' });
      await expect(empty(file.id)).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
    });
  });
});
