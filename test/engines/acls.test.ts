import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { type Ace, type Acl, aceStatus, grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { resolvedAclId } from '../../src/repository/access/acl-interning.ts';
import { isGranted as isGrantedTo } from '../../src/repository/access/permissions.ts';
import { readableDocuments } from '../../src/repository/access/readable.ts';
import { type ChildrenQuery, listChildren } from '../../src/repository/documents/children.ts';
import { getDocument, getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import {
  type AccessControl,
  getAccessControl,
} from '../../src/repository/editing/access-controls.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { identifyAcl } from '../../src/repository/unit/acl-chain.ts';
import { unitOn } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { compilable } from '../../src/storage/statement.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

const deny = (username: string, permission: string): Ace => ({
  ...grantAce(username, permission),
  granted: false,
});

describe.each(engines)('permissions on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let alice: Actor;
  let bob: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    alice = repository.user('alice', 'red');
    bob = repository.user('bob', 'red', 'blue');
    place = await admin.create(repository.workspaces.id, { name: 'acls', type: 'Folder' });
    await admin.setAcl(place.id, [denyAll]);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  let count = 0;
  const folder = (parent = place) => {
    count += 1;
    return admin.create(parent.id, { name: `f${count}`, type: 'Folder' });
  };
  const setAcls = (id: DocumentId, acls: readonly Acl[]) =>
    admin.write((unit) => setOwnAcls(unit, { id, acls }));
  const accessOf = (document: Document): Promise<AccessControl> =>
    admin.read((unit) => getAccessControl(unit, document));

  /** Single reads and lists must say the same. */
  async function sees(actor: Actor, document: Document): Promise<boolean> {
    const canRead = await actor.canRead(document.id);
    const isListed = (await actor.childNames(document.parentId ?? document.id)).includes(
      document.name,
    );
    expect(isListed).toBe(canRead);
    return canRead;
  }

  test('a grant reaches everything below, until it is taken back', async () => {
    const top = await folder();
    const leaf = await folder(await folder(top));
    expect(await sees(alice, leaf)).toBe(false);
    await admin.setAcl(top.id, [grantAce('alice', 'Read')]);
    expect([await sees(alice, top), await sees(alice, leaf)]).toEqual([true, true]);
    expect(await sees(bob, leaf)).toBe(false);
    await admin.setAcl(top.id, []);
    expect(await sees(alice, leaf)).toBe(false);
    expect((await admin.get({ id: leaf.id })).aclId).toBe(leaf.aclId);
  });

  test('an ACL that is not there yet is not taken for an empty one', async () => {
    const own = [{ name: 'local', aces: [grantAce('alice', 'Read'), grantAce('late', 'Read')] }];
    const document = await folder();
    const parent = await admin.read(({ handle }) => resolvedAclId(handle, document.aclId));
    const target = { ...document, aclId: identifyAcl(parent, own).id };
    const question = { target, permission: 'Read' };
    const isGranted = () => alice.read((unit) => isGrantedTo(unit, question));
    expect(await isGranted()).toBe(false);
    await setAcls(document.id, own);
    expect(await isGranted()).toBe(true);
  });

  // The units of one commit see each other's changes, and lose them together.
  test.runIf(engine === 'sqlite')('an ACL that its commit lost hides no other', async () => {
    const [lost, shown] = [await folder(), await folder()];
    expect(await sees(alice, shown)).toBe(false);
    const collide = sql`insert or rollback into acl select * from acl`;
    const outcomes = await Promise.allSettled([
      admin.setAcl(lost.id, [grantAce('nobody', 'Read')]),
      alice.write((unit) => readableDocuments(unit)),
      admin.write(({ handle }) => handle.run(compilable(handle.builder, collide))),
    ]);
    for (const { status } of outcomes) expect(status).toBe('rejected');
    await admin.setAcl(shown.id, [grantAce('alice', 'Read'), grantAce('nobody', 'Read')]);
    expect(await sees(alice, shown)).toBe(true);
  });

  test('groups and Everyone count as their members', async () => {
    const top = await folder();
    await admin.setAcl(top.id, [grantAce('blue', 'Read')]);
    expect([await sees(alice, top), await sees(bob, top)]).toEqual([false, true]);
    await admin.setAcl(top.id, [grantAce('Everyone', 'Read')]);
    expect([await sees(alice, top), await sees(bob, top)]).toEqual([true, true]);
  });

  test('the first entry that matches decides', async () => {
    const top = await folder();
    await admin.setAcl(top.id, [deny('blue', 'Read'), grantAce('red', 'Read')]);
    expect([await sees(alice, top), await sees(bob, top)]).toEqual([true, false]);
    await admin.setAcl(top.id, [grantAce('red', 'Read'), deny('blue', 'Read')]);
    expect([await sees(alice, top), await sees(bob, top)]).toEqual([true, true]);
  });

  test('an entry nearer to the document wins over one above', async () => {
    const top = await folder();
    const inner = await folder(top);
    await admin.setAcl(top.id, [grantAce('red', 'Read')]);
    await admin.setAcl(inner.id, [deny('alice', 'Read')]);
    expect([await sees(alice, inner), await sees(bob, inner)]).toEqual([false, true]);
  });

  test('blocking ends inheritance, and only what stands before it counts', async () => {
    const top = await folder();
    const inner = await folder(top);
    await admin.setAcl(top.id, [grantAce('red', 'Read')]);
    await admin.setAcl(inner.id, [grantAce('alice', 'Read'), denyAll, grantAce('bob', 'Read')]);
    expect([await sees(alice, inner), await sees(bob, inner)]).toEqual([true, false]);
    expect((await accessOf(await admin.get({ id: inner.id }))).inherited).toEqual([]);
  });

  test('a compound permission grants what it includes and nothing else', async () => {
    const top = await folder();
    await admin.setAcl(top.id, [grantAce('alice', 'ReadWrite'), grantAce('bob', 'Read')]);
    expect((await alice.update(top.id, { 'dc:title': 'x' })).properties['dc:title']).toBe('x');
    await expect(bob.update(top.id, { 'dc:title': 'y' })).rejects.toMatchObject({
      message: "Privilege 'WriteProperties' is not granted to 'bob'",
    });
    await expect(
      alice.write((unit) => setOwnAcls(unit, { id: top.id, acls: [] })),
    ).rejects.toMatchObject({ message: "Privilege 'WriteSecurity' is not granted to 'alice'" });
  });

  test('Everything lets its holder change the permissions', async () => {
    const top = await folder();
    await admin.setAcl(top.id, [grantAce('alice', 'Everything')]);
    await alice.setAcl(top.id, [grantAce('alice', 'Everything'), grantAce('bob', 'Read')]);
    expect(await sees(bob, top)).toBe(true);
  });

  test('ACLs of other names come before local ones; empty ones are not kept', async () => {
    const top = await folder();
    await setAcls(top.id, [
      { name: 'local', aces: [grantAce('red', 'Read')] },
      { name: 'empty', aces: [] },
      { name: 'workflow', aces: [deny('alice', 'Read')] },
    ]);
    expect([await sees(alice, top), await sees(bob, top)]).toEqual([false, true]);
    const { own, inherited } = await accessOf(await admin.get({ id: top.id }));
    expect(own.map((acl) => acl.name)).toEqual(['workflow', 'local']);
    expect(inherited).toEqual([denyAll]);
  });

  test('what is inherited is shown from the nearest ancestor to the root', async () => {
    const top = await admin.create(repository.workspaces.id, { name: 'chain', type: 'Folder' });
    const middle = await folder(top);
    const leaf = await folder(middle);
    await admin.setAcl(top.id, [grantAce('top', 'Read')]);
    await admin.setAcl(middle.id, [grantAce('middle', 'Read')]);
    await admin.setAcl(leaf.id, [grantAce('leaf', 'Read')]);
    const { own, inherited } = await accessOf(await admin.get({ id: leaf.id }));
    expect(own).toEqual([{ name: 'local', aces: [grantAce('leaf', 'Read')] }]);
    expect(inherited.slice(0, 2)).toEqual([grantAce('middle', 'Read'), grantAce('top', 'Read')]);
    expect(inherited.length).toBeGreaterThan(2);
  });

  test('a version shows the permissions of its live document', async () => {
    const made = await admin.create(place.id, { name: 'versioned' });
    const { version } = await admin.write(async (unit) =>
      checkIn(unit, {
        document: await getDocumentForUpdate(unit, made.id),
        by: 'MINOR',
      }),
    );
    const live = await admin.setAcl(made.id, [grantAce('alice', 'Read')]);
    expect(await accessOf(await admin.get({ id: version.id }))).toEqual(await accessOf(live));
  });

  test.each([
    ['an empty user', { username: '' }],
    ['an empty permission', { permission: '' }],
    ['an end before its begin', { begin: 2, end: 1 }],
    ['a NUL in the user', { username: 'a\0b' }],
    ['an unpaired surrogate', { username: 'a\ud800' }],
    ['a NUL in the permission', { permission: 'Re\0ad' }],
    ['a NUL in the creator', { creator: '\0' }],
    ['a user name that is too long', { username: 'x'.repeat(limits.aceNameLengthMax + 1) }],
    ['a permission that is too long', { permission: 'x'.repeat(limits.aceNameLengthMax + 1) }],
    ['a comment that is too long', { comment: 'x'.repeat(limits.commentLengthMax + 1) }],
    ['an instant that is none', { begin: Number.NaN }],
    ['an instant beyond the calendar', { end: 1e20 }],
  ] as [string, Partial<Ace>][])('%s is refused and changes nothing', async (_title, part) => {
    const top = await folder();
    const ace = { ...grantAce('alice', 'Read'), ...part };
    await expect(admin.setAcl(top.id, [ace])).rejects.toMatchObject({
      code: 'acl.invalid',
      status: 400,
    });
    expect((await admin.get({ id: top.id })).systemToken).toBe(top.systemToken);
  });

  test('a document has a largest number of entries over all its lists', async () => {
    const top = await folder();
    const half = limits.acesMax / 2;
    const acesOf = (length: number) =>
      Array.from({ length }, (_unused, n) => grantAce(`user${n}`, 'Read'));
    const lists = (more: number) => [
      { name: 'local', aces: acesOf(half) },
      { name: 'others', aces: acesOf(half + more) },
    ];
    await expect(setAcls(top.id, lists(1))).rejects.toMatchObject({
      code: 'acl.invalid',
      message: expect.stringContaining(`use at most ${limits.acesMax}`),
    });
    await setAcls(top.id, lists(0));
    await setAcls(top.id, []);
  });

  test('an ACL name that the store cannot hold or that means something else is refused', async () => {
    const top = await folder();
    const tooLong = 'x'.repeat(limits.aceNameLengthMax + 1);
    for (const name of ['', 'a\0b', '\ud800', 'inherited', tooLong]) {
      const acls = [{ name, aces: [grantAce('alice', 'Read')] }];
      await expect(setAcls(top.id, acls), name).rejects.toMatchObject({ code: 'acl.invalid' });
    }
  });

  describe('entries bound in time', () => {
    const begin = 2_000_000_000_000;
    const end = begin + 10_000;
    const sort: ChildrenQuery['sort'] = { by: 'name', order: 'asc' };

    /** What alice sees at an instant, by single reads and by lists, which must agree. */
    async function visibleAt(nowMs: number, parent: Document, documents: readonly Document[]) {
      const context = { ...repository.context, principal: alice.principal, nowMs };
      return repository.database.read(async (handle) => {
        const listed = await listChildren(unitOn(handle, context), {
          parentId: parent.id,
          offset: 0,
          limit: 100,
          sort,
        });
        const ids = new Set(listed.entries.map((entry) => entry.id));
        const seen: string[] = [];
        for (const { id, name } of documents) {
          const canRead = await getDocument(unitOn(handle, context), { id }).then(
            () => true,
            () => false,
          );
          expect(ids.has(id), `${name} at ${nowMs}`).toBe(canRead);
          if (canRead) seen.push(name);
        }
        return seen;
      });
    }

    test('begin and end to the millisecond, in lists and in single reads', async () => {
      const parent = await folder();
      const make = async (name: string, aces: readonly Ace[]) => {
        const made = await admin.create(parent.id, { name, type: 'Folder' });
        await admin.setAcl(made.id, aces);
        return made;
      };
      const bounded = { ...grantAce('alice', 'Read'), begin, end };
      const documents = [
        await make('window', [bounded]),
        await make('from', [{ ...bounded, end: null }]),
        await make('until', [{ ...bounded, begin: null }]),
        await make('denied', [{ ...bounded, granted: false }, grantAce('red', 'Read')]),
        await make('instant', [{ ...bounded, end: begin }]),
      ];
      const expected: [number, string[]][] = [
        [begin - 1, ['until', 'denied']],
        [begin, ['window', 'from', 'until', 'instant']],
        [begin + 1, ['window', 'from', 'until']],
        [end, ['window', 'from', 'until']],
        [end + 1, ['from', 'denied']],
        [end + 1_000_000, ['from', 'denied']],
      ];
      for (const [nowMs, names] of expected) {
        expect(await visibleAt(nowMs, parent, documents), String(nowMs)).toEqual(names);
      }
      expect(aceStatus(bounded, begin - 1)).toBe('pending');
      expect(aceStatus(bounded, end + 1)).toBe('archived');
    });

    test('a unit that began before a boundary still sees the rules of its instant', async () => {
      const parent = await folder();
      const made = await admin.create(parent.id, { name: 'late', type: 'Folder' });
      await admin.setAcl(made.id, [{ ...grantAce('alice', 'Read'), begin, end }]);
      expect(await visibleAt(begin + 5, parent, [made])).toEqual(['late']);
      expect(await visibleAt(begin - 5, parent, [made])).toEqual([]);
      expect(await visibleAt(begin + 5, parent, [made])).toEqual(['late']);
    });
  });

  test('a list uses new permissions also after a unit that saw some and failed', async () => {
    const parent = await folder();
    const first = await folder(parent);
    const second = await folder(parent);
    expect(await alice.childNames(parent.id)).toEqual([]);
    const context = { ...repository.context, principal: alice.principal, nowMs: 1 };
    const query = { parentId: parent.id, offset: 0, limit: 10, sort: { by: 'name', order: 'asc' } };
    await expect(
      admin.write(async (unit) => {
        const acls = [{ name: 'local', aces: [grantAce('alice', 'Read', 'lost')] }];
        await setOwnAcls(unit, { id: first.id, acls });
        await listChildren(unitOn(unit.handle, context), query as ChildrenQuery);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    await admin.setAcl(second.id, [grantAce('alice', 'Read', 'kept')]);
    expect(await alice.childNames(parent.id)).toEqual([second.name]);
  });

  test('a user who may read tens of thousands of ACLs still gets lists', async () => {
    const parent = await folder();
    const made = await folder(parent);
    await admin.setAcl(made.id, [grantAce('alice', 'Read')]);
    const rows = Array.from({ length: 33_000 }, (_, index) => {
      const own = [{ name: 'local', aces: [grantAce('alice', 'Read', `bulk ${index}`)] }];
      return { ...identifyAcl(null, own), parent_id: null, own: JSON.stringify(own) };
    });
    await admin.write(async ({ handle }) => {
      for (let start = 0; start < rows.length; start += 3_000) {
        const some = rows.slice(start, start + 3_000);
        await handle.run(handle.builder.insertInto('acl').values(some));
      }
    });
    expect(await alice.childNames(parent.id)).toEqual([made.name]);
    expect(await bob.childNames(parent.id)).toEqual([]);
  });
});
