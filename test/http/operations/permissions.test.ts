import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/base/limits.ts';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  testOperationCases,
} from '../../support/operation-cases.ts';
import { PermissionDesk } from '../../support/permission-desk.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

/** A document whose permissions `bob` may change. */
const owned = async (place: Place, name: string) => {
  const document = await place.create(name);
  await setAcl(place.app, document.uid, [grantAce('bob', 'Everything')]);
  return document;
};

/** A document that `bob` may write, but not give to others. */
const writable = (place: Place) => place.create('not to be given away');

const owners = { input: owned, failing: writable };

const cases: readonly OperationCase[] = [
  {
    id: 'Document.AddPermission',
    params: () => ({ permission: 'Read', users: ['eve'] }),
    ...owners,
  },
  { id: 'Document.AddACE', params: () => ({ permission: 'Read', user: 'eve' }), ...owners },
  {
    id: 'Document.ReplacePermission',
    params: () => ({
      id: 'bob:Everything:true:::',
      permission: 'Everything',
      username: 'bob',
      comment: 'replaced',
    }),
    ...owners,
  },
  { id: 'Document.RemovePermission', params: () => ({ user: 'eve' }), ...owners },
  { id: 'Document.RemoveACL', params: () => ({ acl: 'other' }), ...owners },
  { id: 'Document.BlockPermissionInheritance', ...owners },
  { id: 'Document.UnblockPermissionInheritance', ...owners },
];

const add = 'Document.AddPermission';
const addAce = 'Document.AddACE';
const replace = 'Document.ReplacePermission';
const remove = 'Document.RemovePermission';

const end = '2030-01-01T00:00:00Z';
const read = { permission: 'Read' };
const eveReads = 'eve:Read:true:Administrator::';

/** Operation, parameters, and what the message says. */
const refusals: readonly (readonly [id: string, params: object, message: string])[] = [
  [add, read, "'users' or 'email' parameters must be set"],
  [add, { ...read, users: [] }, "'users' or 'email' parameters must be set"],
  [add, { ...read, username: '', users: '' }, "'users' or 'email' parameters must be set"],
  [
    add,
    { ...read, email: 'a@example.org' },
    "'end' parameter must be set when adding a permission for an 'email'",
  ],
  [add, { ...read, email: 'nobody', end }, "'email': nobody is not an email address"],
  [
    add,
    { ...read, users: ['eve', 'nobody', 'members', 'no\0body'], username: 'neither' },
    'The following set of User or Group names do not exist: [nobody,no\0body,neither]. Please provide valid ones.',
  ],
  [add, { users: ['eve'], permission: 'Reed' }, 'Permission Reed is invalid.'],
  [add, { ...read, users: ['eve'], acl: 'inherited' }, 'inherited is computed'],
  [add, { ...read, users: ['eve'], acl: '' }, 'name is empty'],
  [
    add,
    { ...read, users: ['eve'], begin: end, end: '2029-01-01' },
    'its end 2029-01-01T00:00:00.000Z lies before its begin 2030-01-01T00:00:00.000Z',
  ],
  [add, { ...read, users: ['eve'], comment: 'a\0' }, 'comment: contains NUL'],
  [
    add,
    { ...read, users: ['eve'], comment: 'x'.repeat(limits.commentLengthMax + 1) },
    `comment: has ${limits.commentLengthMax + 1} characters; use at most ${limits.commentLengthMax}`,
  ],
  [
    addAce,
    { ...read, user: 'x'.repeat(limits.aceNameLengthMax + 1) },
    `username has ${limits.aceNameLengthMax + 1} characters; use at most ${limits.aceNameLengthMax}`,
  ],
  [
    addAce,
    { ...read, user: 'eve', acl: 'x'.repeat(limits.aceNameLengthMax + 1) },
    `its name has ${limits.aceNameLengthMax + 1} characters; use at most`,
  ],
  [
    replace,
    {
      id: 'kim:Read:true:::',
      username: 'kim',
      permission: 'x'.repeat(limits.aceNameLengthMax + 1),
    },
    'permission has',
  ],
  [addAce, { user: 'eve', permission: 'Reed' }, 'Permission Reed is invalid.'],
  [addAce, { ...read, user: '' }, 'username must not be empty'],
  [addAce, { ...read, user: 'eve', acl: 'inherited' }, 'inherited is computed'],
  [replace, { ...read, id: 'eve:Read', username: 'eve' }, 'Invalid ACE id: eve:Read'],
  [replace, { ...read, id: 'kim:Read:true:::', username: '' }, 'username must not be empty'],
  [remove, {}, "'id' or 'user' parameter must be set"],
  [remove, { id: '', user: '' }, "'id' or 'user' parameter must be set"],
  [remove, { id: 'eve' }, 'Invalid ACE id: eve'],
  [remove, { id: 'eve::true:::' }, 'Invalid ACE id: eve::true:::'],
  [remove, { id: 'eve:Read:true::soon:' }, 'Invalid ACE id: eve:Read:true::soon:'],
];

const chains = {
  SetThenGrantThenSave: [
    step('Document.SetProperty', { xpath: 'dc:source', value: 'new', save: false }),
    step(add, { ...read, users: ['eve'] }),
    step('Document.Save'),
  ],
};

describe.each(engines)('operations on permissions on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  let desk: PermissionDesk;
  beforeAll(async () => {
    app = await startWithChains(engine, chains);
    for (const name of ['bob', 'eve', 'kim']) await createUser(app, name);
    place = await preparePlace(app, 'permissions');
    desk = new PermissionDesk(place);
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  test.each(refusals)('%s with %j is refused', async (id, params, message) => {
    const uid = await desk.make([grantAce('kim', 'Read')]);
    const before = await dumpStore(app.services.database);
    const response = await place.call(id, { input: uid, params });
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('a caller without the right is refused before names are looked up', async () => {
    const { uid } = await writable(place);
    const params = { permission: 'Reed', users: ['nobody'] };
    expect((await place.call(add, { input: uid, params, user: 'bob' })).status).toBe(403);
  });

  test('a version has no permissions of its own', async () => {
    const uid = await desk.make([], 'File');
    await desk.run('Document.CheckIn', uid, { version: 'minor' });
    const version = await desk.run('Document.GetLastVersion', uid);
    for (const { id, params } of cases) {
      const call = { input: version.uid, params: (await params?.(place)) ?? {} };
      expect([id, (await place.call(id, call)).status]).toEqual([id, 400]);
    }
    expect(await desk.idsOf(uid)).toEqual({});
  });

  describe('Document.AddPermission', () => {
    test('grants to all that are named, in the name of the caller', async () => {
      const uid = await desk.make();
      expect(await desk.statusFor('eve', uid)).toBe(200);
      await setAcl(app, uid, [grantAce('bob', 'Everything'), denyAll]);
      expect(await desk.statusFor('eve', uid)).toBe(403);
      await desk.as('bob').run(add, uid, { ...read, users: 'eve, members', user: 'kim' });
      expect(await desk.idsOf(uid)).toEqual({
        local: [
          'bob:Everything:true:::',
          'eve:Read:true:bob::',
          'members:Read:true:bob::',
          'kim:Read:true:bob::',
          'Everyone:Everything:false:::',
        ],
      });
      expect(await desk.statusFor('eve', uid)).toBe(200);
    });

    test('takes the single name under both of its names, and null for what is not given', async () => {
      const nothing = { begin: null, end: null, comment: null, email: null, users: null };
      for (const name of ['username', 'user']) {
        const uid = await desk.make();
        await desk.run(add, uid, { ...read, ...nothing, [name]: 'eve' });
        expect(await desk.idsOf(uid)).toEqual({ local: [eveReads] });
      }
    });

    test('reaches what lies below', async () => {
      const uid = await desk.make([denyAll]);
      const { uid: inner } = await place.create('inner', { parent: uid });
      await desk.run(add, uid, { ...read, users: ['eve'] });
      expect(await desk.statusFor('eve', inner)).toBe(200);
      const { json } = await app.request(`GET /api/v1/id/${uid}/@children`, { user: 'eve' });
      expect(json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([inner]);
      await desk.run(remove, uid, { user: 'eve' });
      expect(await desk.statusFor('eve', inner)).toBe(403);
    });

    test('an entry is bound to whole seconds and counts only between them', async () => {
      const uid = await desk.make([denyAll]);
      const later = { begin: '2124-02-03T10:20:30.456Z', end: '2124-02-03T10:20:31.999Z' };
      await desk.run(add, uid, { ...read, users: ['eve'], ...later });
      const [local] = await desk.aclsOf(uid);
      const begin = Date.parse('2124-02-03T10:20:30Z');
      expect(local?.ace[0]).toEqual({
        id: `eve:Read:true:Administrator:${begin}:${begin + 1_000}`,
        username: 'eve',
        permission: 'Read',
        granted: true,
        creator: 'Administrator',
        begin: '2124-02-03T10:20:30.000Z',
        end: '2124-02-03T10:20:31.000Z',
        status: 'pending',
      });
      await desk.run(add, uid, { ...read, users: ['eve'], end: '2024-01-01' });
      expect((await desk.aclsOf(uid))[0]?.ace[1]).toMatchObject({ status: 'archived' });
      expect(await desk.statusFor('eve', uid)).toBe(403);
      await desk.run(add, uid, { ...read, users: ['eve'], begin: '2024-01-01', end: '2124-01-01' });
      expect(await desk.statusFor('eve', uid)).toBe(200);
    });

    test('the same entry is not kept twice, but what the user is told is the latest', async () => {
      const uid = await desk.make();
      const params = { ...read, users: ['eve', 'eve'] };
      await desk.run(add, uid, params);
      const first = await desk.storedAces(uid);
      expect(first).toMatchObject([{ notify: false, comment: null }]);
      const before = await dumpStore(app.services.database);
      await desk.run(add, uid, params);
      expect(await dumpStore(app.services.database)).toEqual(before);
      await desk.run(add, uid, { ...params, notify: true, comment: 'look at this' });
      expect(await desk.storedAces(uid)).toMatchObject([{ notify: true, comment: 'look at this' }]);
      expect(await desk.idsOf(uid)).toEqual({ local: [eveReads] });
      expect(JSON.stringify(await desk.aclsOf(uid))).not.toContain('look at this');
    });

    test('what a user is told on one document is not kept for another', async () => {
      const uid = await desk.make();
      await desk.run(add, uid, { ...read, users: ['eve'], comment: 'for your eyes only' });
      const { acl } = await dumpStore(app.services.database);
      expect(acl?.join()).toContain('eve');
      expect(acl?.join()).not.toContain('for your eyes only');
    });

    test('a user with only an address gets a new name each time', async () => {
      const uid = await desk.make();
      const params = { ...read, email: 'guest@example.org', end };
      await desk.run(add, uid, params);
      await desk.run(add, uid, { ...params, users: [] });
      const { local = [] } = await desk.idsOf(uid);
      expect(new Set(local).size).toBe(2);
      const endMs = Date.parse(end);
      for (const id of local) {
        expect(id).toMatch(
          new RegExp(
            `^transient/guest@example\\.org/[\\w-]{16}:Read:true:Administrator::${endMs}$`,
          ),
        );
      }
      const name = local[0]?.split(':')[0];
      await desk.run(add, uid, { permission: 'Write', users: [name, 'Everyone'] });
      expect((await desk.idsOf(uid)).local).toHaveLength(4);
    });

    test('an address does not count when users are named', async () => {
      const uid = await desk.make();
      await desk.run(add, uid, { ...read, users: ['eve'], email: 'guest@example.org' });
      expect(await desk.idsOf(uid)).toEqual({ local: [eveReads] });
    });

    test('blocks inheritance first when told to', async () => {
      const uid = await desk.make();
      expect(await desk.statusFor('kim', uid)).toBe(200);
      await desk.run(add, uid, { ...read, users: ['eve'], blockInheritance: true });
      expect(await desk.idsOf(uid)).toEqual({
        local: [
          'Administrator:Everything:true:::',
          'administrators:Everything:true:::',
          eveReads,
          'Everyone:Everything:false:::',
        ],
      });
      expect([await desk.statusFor('eve', uid), await desk.statusFor('kim', uid)]).toEqual([
        200, 403,
      ]);
    });

    test('another list comes before the local one', async () => {
      const uid = await desk.make([grantAce('kim', 'Read')]);
      await desk.run(add, uid, { ...read, users: ['eve'], acl: 'other' });
      expect(Object.entries(await desk.idsOf(uid))).toEqual([
        ['other', [eveReads]],
        ['local', ['kim:Read:true:::']],
      ]);
    });

    test('grants made at the same time all count, besides other changes', async () => {
      const uid = await desk.make();
      const names = Array.from({ length: 8 }, (_, index) => `together${index}`);
      for (const name of names) await createUser(app, name);
      await Promise.all(
        names.flatMap((name, index) => [
          desk.run(add, uid, { ...read, users: [name] }),
          desk.as('bob').run('Document.Update', uid, { properties: `dc:title=${index}` }),
        ]),
      );
      const { local = [] } = await desk.idsOf(uid);
      expect(local.sort()).toEqual(names.map((name) => `${name}:Read:true:Administrator::`));
      await Promise.all(names.map((user) => desk.run(remove, uid, { user })));
      expect(await desk.idsOf(uid)).toEqual({});
    });

    test('changes that were not saved before are still there for a later save', async () => {
      const uid = await desk.make();
      const saved = await desk.run('SetThenGrantThenSave', uid);
      expect(saved.properties['dc:source']).toBe('new');
      expect(await desk.idsOf(uid)).toEqual({ local: [eveReads] });
    });
  });
});
