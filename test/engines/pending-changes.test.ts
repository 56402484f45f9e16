import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import { changeTokenOf, type Document } from '../../src/model/document.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { removeDocument } from '../../src/repository/editing/remove-document.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { settleSlice } from '../../src/repository/editing/settle-slice.ts';
import {
  beginStagedCopy,
  copyNextStaged,
  finishStagedCopy,
} from '../../src/repository/editing/staged-copy.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { listVersions } from '../../src/repository/versions/version-history.ts';
import { checkIn, checkOut } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { pendingChanges, settleAll, settleSome, storedPath } from '../support/pending.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

const missing = { code: 'document.not-found' };

/** Every change of a folder is pending until the test writes it. */
describe.each(engines)('a pending change on %s', (engine) => {
  let store: TestRepository;
  let admin: Actor;
  let ann: Actor;
  let place: Document;
  beforeEach(async () => {
    store = await openTestRepository(engine, { writtenAtOnceMax: 0 });
    admin = store.system;
    ann = store.user('ann');
    await admin.setAcl(store.workspaces.id, [denyAll]);
    place = await admin.create(store.workspaces.id, { name: 'place', type: 'Folder' });
  });
  /** At the end of each test everything is written, and the rows fit together. */
  afterEach(async () => {
    expect(await store.findings()).toEqual([]);
    await settleAll(store, { rowsMax: 2 });
    expect(await pendingChanges(store)).toEqual([]);
    expect(await store.findings()).toEqual([]);
    await store.close();
  });

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  const file = (name: string, parent = place) => admin.create(parent.id, { name });
  const move = (document: Document, target: Document, name: string | null = null) =>
    admin.write((unit) => moveDocument(unit, { id: document.id, targetId: target.id, name }));
  const trash = (id: DocumentId) => admin.write((unit) => trashDocument(unit, id));
  const freeze = (id: DocumentId) =>
    admin.write(async (unit) => {
      const document = await getDocumentForUpdate(unit, id);
      return (await checkIn(unit, { document, by: 'MAJOR' })).version;
    });
  const show = (target: Document, parent: Document) =>
    admin.write((unit) => createProxy(unit, { targetId: target.id, folderId: parent.id }));
  const authorsOf = async (event: string) => {
    const entries = await store.database.read((handle) =>
      handle.all(
        handle.rows
          .selectFrom('audit_entry')
          .select('principal_name')
          .where('event_id', '=', event),
      ),
    );
    return entries.map(({ principal_name: name }) => name);
  };
  const pathOf = async ({ id }: Document) => (await admin.get({ id })).path;
  const grant = (document: Document, user = 'ann', permission = 'Read') =>
    admin.setAcl(document.id, [grantAce(user, permission)]);
  /** `outer/inner/leaf` */
  const nested = async () => {
    const outer = await folder('outer');
    const inner = await folder('inner', outer);
    return { outer, inner, leaf: await file('leaf', inner) };
  };

  test('is true at once, and the rows are as they were', async () => {
    const { outer, inner, leaf } = await nested();
    await move(outer, place, 'renamed');
    expect(await pathOf(leaf)).toBe(`${place.path}/renamed/inner/leaf`);
    expect(await storedPath(store, leaf.id)).toBe(leaf.path);
    expect((await admin.get({ path: `${place.path}/renamed/inner` })).id).toBe(inner.id);
    await expect(admin.get({ path: leaf.path ?? '' })).rejects.toMatchObject(missing);
    expect(await pendingChanges(store)).toHaveLength(1);
  });

  test('is written from the last path to the first, and goes with the last slice', async () => {
    const { outer, inner, leaf } = await nested();
    await move(outer, place, 'renamed');
    await settleSome(store, { rowsMax: 1 });
    expect(await storedPath(store, leaf.id)).toBe(`${place.path}/renamed/inner/leaf`);
    expect(await storedPath(store, inner.id)).toBe(inner.path);
    await settleSome(store, { rowsMax: 1 });
    expect(await storedPath(store, inner.id)).toBe(`${place.path}/renamed/inner`);
    expect(await pendingChanges(store)).toHaveLength(1);
    await settleSome(store, { rowsMax: 1 });
    expect(await pendingChanges(store)).toEqual([]);
  });

  test('may have another below it, of which both are true', async () => {
    const { outer, inner, leaf } = await nested();
    await move(outer, place, 'renamed');
    await move(inner, outer, 'moved');
    const path = `${place.path}/renamed/moved/leaf`;
    expect(await pathOf(leaf)).toBe(path);
    // The inner one waits for the outer one, at whose paths its rows are stored.
    await settleAll(store, {
      rowsMax: 1,
      between: async () => expect(await pathOf(leaf)).toBe(path),
    });
    expect(await storedPath(store, leaf.id)).toBe(path);
  });

  test('goes along when its folder is moved elsewhere', async () => {
    const { outer, inner, leaf } = await nested();
    const other = await folder('other');
    await grant(inner);
    await move(inner, other);
    await move(other, outer, 'deep');
    expect(await pathOf(leaf)).toBe(`${outer.path}/deep/inner/leaf`);
    expect(await ann.canRead(leaf.id)).toBe(true);
    await settleAll(store, {
      rowsMax: 1,
      between: async () => expect(await ann.canRead(leaf.id)).toBe(true),
    });
  });

  test('of the permissions of trashed documents counts before and after they are restored', async () => {
    const { outer, leaf } = await nested();
    await trash(outer.id);
    await settleSome(store, { rowsMax: 1 });
    await grant(outer);
    expect(await ann.get({ id: leaf.id })).toMatchObject({ isTrashed: true });
    await admin.write((unit) => untrashDocument(unit, outer.id));
    expect(await ann.get({ id: leaf.id })).toMatchObject({ isTrashed: false, path: leaf.path });
  });

  test('is the first entry on a folder without entries, below one with entries', async () => {
    const { outer, inner, leaf } = await nested();
    await grant(place, 'ben');
    await grant(leaf, 'cleo');
    await grant(outer);
    for (const document of [outer, inner, leaf]) expect(await ann.canRead(document.id)).toBe(true);
    expect(await store.user('ben').canRead(leaf.id)).toBe(true);
    expect(await store.user('cleo').canRead(leaf.id)).toBe(true);
    expect(await store.user('cleo').canRead(inner.id)).toBe(false);
    expect(await ann.canRead(place.id)).toBe(false);
  });

  test('blocks what is inherited, and unblocks it', async () => {
    const { outer, inner, leaf } = await nested();
    await grant(place);
    await admin.setAcl(inner.id, [denyAll]);
    const sees = async () => [await ann.canRead(outer.id), await ann.canRead(leaf.id)];
    expect(await sees()).toEqual([true, false]);
    await settleSome(store, { rowsMax: 1 });
    await admin.setAcl(inner.id, []);
    expect(await sees()).toEqual([true, true]);
    await admin.setAcl(outer.id, [denyAll]);
    expect(await sees()).toEqual([false, false]);
  });

  test('shows versions the permissions of their document', async () => {
    const { outer, leaf } = await nested();
    const version = await freeze(leaf.id);
    expect(await ann.canRead(version.id)).toBe(false);
    await grant(outer);
    expect(await ann.canRead(version.id)).toBe(true);
    await move(outer, store.workspaces);
    expect((await admin.get({ id: version.id })).path).toBe(await pathOf(leaf));
  });

  test('of the trash removes proxies below, whose versions stay with their document', async () => {
    const { outer, inner } = await nested();
    const live = await file('live');
    const proxy = await show(await freeze(live.id), inner);
    await trash(outer.id);
    await expect(admin.get({ id: proxy.id })).rejects.toMatchObject(missing);
    const versions = await admin.read((unit) => listVersions(unit, live));
    expect(versions).toHaveLength(1);
    // The name of the proxy is free.
    expect((await file('live', inner)).name).toBe('live');
  });

  test('of a removal hides documents with their versions, unless a proxy shows them', async () => {
    const { outer, inner, leaf } = await nested();
    const gone = await file('gone', inner);
    const [kept, lost] = [await freeze(leaf.id), await freeze(gone.id)];
    const proxy = await show(kept, place);
    await grant(place);
    await admin.remove(outer.id);
    for (const { id } of [outer, inner, leaf, gone, lost]) {
      await expect(admin.get({ id })).rejects.toMatchObject(missing);
    }
    expect((await ann.get({ id: proxy.id })).proxyTarget).toMatchObject({ id: kept.id });
    expect(await ann.canRead(kept.id)).toBe(false);
    await settleAll(store, { rowsMax: 1 });
    expect((await admin.get({ id: kept.id })).isVersion).toBe(true);
    expect(await ann.canRead(kept.id)).toBe(false);
  });

  test('of a removal removes folders into which others were moved', async () => {
    const { outer, inner, leaf } = await nested();
    await grant(outer);
    const moved = await folder('moved');
    const last = await file('last', moved);
    await move(moved, inner);
    await admin.remove(outer.id);
    await settleAll(store, { rowsMax: 1 });
    for (const { id } of [inner, leaf, moved, last]) {
      await expect(admin.get({ id })).rejects.toMatchObject(missing);
    }
  });

  test('of the trash does not keep what its proxies showed', async () => {
    const { outer, inner } = await nested();
    const empty = await folder('empty', inner);
    const [live, other] = [await file('live'), await file('other')];
    const version = await freeze(live.id);
    await admin.write(async (unit) => {
      const checkedIn = await getDocumentForUpdate(unit, live.id);
      await checkOut(unit, checkedIn);
    });
    await show(version, empty);
    await show(other, inner);
    await trash(outer.id);
    // Without slices: the rows of the proxies are still there.
    for (const { id } of [empty, other, version]) await admin.remove(id);
    await expect(admin.get({ id: version.id })).rejects.toMatchObject(missing);
    expect((await admin.get({ id: live.id })).isCheckedOut).toBe(true);
  });

  test('that removes documents is recorded for its author, whichever change is written first', async () => {
    const { inner, outer } = await nested();
    const target = await file('target');
    await show(target, inner);
    await freeze((await file('frozen', inner)).id);
    await grant(place);
    await admin.setAcl(place.id, [grantAce('ann', 'Everything'), grantAce('ben', 'Everything')]);
    await ann.write((unit) => trashDocument(unit, inner.id));
    await store.user('ben').remove(outer.id);
    // The oldest one is a grant of the server.
    await settleAll(store, { rowsMax: 100 });
    expect(await authorsOf('proxyRemoved')).toEqual(['ann']);
    expect(await authorsOf('versionRemoved')).toEqual(['ben']);
  });

  test('of a removal leaves the path to documents that are created again', async () => {
    const { outer, leaf } = await nested();
    await admin.remove(outer.id);
    await settleSome(store, { rowsMax: 1 });
    const again = await nested();
    expect(again.leaf.path).toBe(leaf.path);
    await settleAll(store, {
      rowsMax: 1,
      between: async () => {
        expect((await admin.get({ path: leaf.path ?? '' })).id).toBe(again.leaf.id);
        expect(await admin.childNames(place.id)).toEqual(['outer']);
      },
    });
  });

  test('lets two folders swap their names', async () => {
    const [one, two] = [await folder('one'), await folder('two')];
    const [first, second] = [await file('leaf', one), await file('leaf', two)];
    await move(one, place, 'aside');
    await settleSome(store, { rowsMax: 1 });
    await move(two, place, 'one');
    await move(one, place, 'two');
    const check = async () => {
      expect(await pathOf(first)).toBe(`${place.path}/two/leaf`);
      expect(await pathOf(second)).toBe(`${place.path}/one/leaf`);
    };
    await check();
    await settleAll(store, { rowsMax: 1, between: check });
  });

  test('of everything does not show a copy that is being made', async () => {
    const { outer } = await nested();
    const copy = { id: outer.id, targetId: place.id, name: 'copy', resetsLifecycle: false };
    const staged = await admin.write((unit) => beginStagedCopy(unit, copy));
    await admin.write((unit) => copyNextStaged(unit, staged, { after: '', rowsMax: 10 }));
    const root = await admin.get({ path: '/' });
    await admin.setAcl(root.id, [grantAce('ann', 'Read'), ...(root.ownAcls[0]?.aces ?? [])]);
    const seq = (await pendingChanges(store)).at(-1)?.seq ?? 0;
    await admin.write((unit) => settleSlice(unit, { seq, rowsMax: 100 }));
    await expect(admin.get({ id: staged.topId })).rejects.toMatchObject(missing);
    const made = await admin.write((unit) => finishStagedCopy(unit, staged));
    expect(await admin.get({ path: `${made.path}/inner/leaf` })).toMatchObject({ name: 'leaf' });
  });

  test('of a copy is recorded for documents that leave it before they are written', async () => {
    const { outer } = await nested();
    const copy = { id: outer.id, targetId: place.id, name: 'copy', resetsLifecycle: false };
    const staged = await admin.write((unit) => beginStagedCopy(unit, copy));
    await admin.write((unit) => copyNextStaged(unit, staged, { after: '', rowsMax: 10 }));
    const made = await admin.write((unit) => finishStagedCopy(unit, staged));
    const [inner, leaf] = [
      await admin.get({ path: `${made.path}/inner` }),
      await admin.get({ path: `${made.path}/inner/leaf` }),
    ];
    await move(leaf, place);
    await admin.remove(inner.id);
    await settleAll(store);
    const recorded = await store.database.read((handle) =>
      handle.all(
        handle.rows
          .selectFrom('audit_entry')
          .select('document_id')
          .where('event_id', '=', 'documentCreatedByCopy'),
      ),
    );
    expect(recorded.map((entry) => entry.document_id)).toEqual(
      expect.arrayContaining([made.id, inner.id, leaf.id]),
    );
  });

  test('puts a copy of many documents in its place as a new document', async () => {
    const { outer, inner } = await nested();
    const copy = { id: outer.id, targetId: place.id, name: 'copy', resetsLifecycle: false };
    const staged = await admin.write((unit) => beginStagedCopy(unit, copy));
    let after: string | null = '';
    while (after !== null) {
      const from: string = after;
      after = await admin.write((unit) =>
        copyNextStaged(unit, staged, { after: from, rowsMax: 1 }),
      );
      expect(await admin.childNames(place.id)).toEqual(['outer']);
    }
    const made = await admin.write((unit) => finishStagedCopy(unit, staged));
    expect(changeTokenOf(made)).toBe(changeTokenOf(inner));
    expect(await admin.get({ path: `${made.path}/inner/leaf` })).toMatchObject({ name: 'leaf' });
  });

  test('of a unit that fails leaves no mark', async () => {
    const { outer, leaf } = await nested();
    const failing = admin.write(async (unit) => {
      await setOwnAcls(unit, {
        id: outer.id,
        acls: [{ name: 'local', aces: [grantAce('ann', 'Read')] }],
      });
      await trashDocument(unit, outer.id);
      await removeDocument(unit, outer.id);
      expect(unit.handle.tree.changes).toHaveLength(3);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await pendingChanges(store)).toEqual([]);
    expect(await pathOf(leaf)).toBe(leaf.path);
    expect(await ann.canRead(leaf.id)).toBe(false);
  });

  test('is not seen by the units after it in one commit when it fails', async () => {
    const { outer, inner, leaf } = await nested();
    const failing = admin.write(async (unit) => {
      await moveDocument(unit, { id: outer.id, targetId: place.id, name: 'renamed' });
      throw new Error('on purpose');
    });
    const [first, made, found] = await Promise.allSettled([
      failing,
      admin.create(inner.id, { name: 'beside' }),
      admin.write((unit) => getDocumentForUpdate(unit, leaf.id)),
    ]);
    expect(first.status).toBe('rejected');
    expect(made).toMatchObject({ value: { path: `${inner.path}/beside` } });
    expect(found).toMatchObject({ value: { path: leaf.path } });
    expect(await pendingChanges(store)).toEqual([]);
  });
});
