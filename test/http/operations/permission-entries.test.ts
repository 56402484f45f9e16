import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { preparePlace } from '../../support/operation-cases.ts';
import { PermissionDesk } from '../../support/permission-desk.ts';
import { denyAll, grantAce } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const add = 'Document.AddPermission';
const addAce = 'Document.AddACE';
const replace = 'Document.ReplacePermission';
const remove = 'Document.RemovePermission';
const block = 'Document.BlockPermissionInheritance';
const unblock = 'Document.UnblockPermissionInheritance';

const end = '2030-01-01T00:00:00Z';
const read = { permission: 'Read' };
const eveReads = 'eve:Read:true:Administrator::';

describe.each(engines)('operations on single entries of permissions on %s', (engine) => {
  let app: TestApp;
  let desk: PermissionDesk;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['bob', 'eve', 'kim']) await createUser(app, name);
    desk = new PermissionDesk(await preparePlace(app, 'permissions'));
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  describe('Document.AddACE', () => {
    test('replaces the list it belongs to, and no other', async () => {
      const uid = await desk.make([grantAce('kim', 'Read'), grantAce('bob', 'Read')]);
      await desk.run(add, uid, { ...read, users: ['kim'], acl: 'other' });
      await desk.run(addAce, uid, { permission: 'Write', user: 'not yet there' });
      expect(await desk.idsOf(uid)).toEqual({
        other: ['kim:Read:true:Administrator::'],
        local: ['not yet there:Write:true:::'],
      });
    });

    test('is added when told not to overwrite, before a block and only once', async () => {
      const uid = await desk.make([grantAce('kim', 'Read'), denyAll]);
      const params = { ...read, user: 'eve', grant: false, overwrite: false };
      await desk.run(addAce, uid, params);
      await desk.run(addAce, uid, params);
      expect(await desk.idsOf(uid)).toEqual({
        local: ['kim:Read:true:::', 'eve:Read:false:::', 'Everyone:Everything:false:::'],
      });
    });

    test('denies', async () => {
      const uid = await desk.make();
      await desk.run(addAce, uid, { ...read, user: 'eve', grant: 'false' });
      expect([await desk.statusFor('eve', uid), await desk.statusFor('kim', uid)]).toEqual([
        403, 200,
      ]);
    });
  });

  describe('Document.ReplacePermission', () => {
    const three = [grantAce('kim', 'Read'), grantAce('eve', 'Read'), grantAce('bob', 'Read')];

    test('puts the new entry where the old one was', async () => {
      const uid = await desk.make(three);
      const params = { id: 'eve:Read:true:::', permission: 'Write', user: 'eve', end };
      await desk.run(replace, uid, { ...params, notify: true, comment: 'changed' });
      const replaced = `eve:Write:true:Administrator::${Date.parse(end)}`;
      expect(await desk.idsOf(uid)).toEqual({
        local: ['kim:Read:true:::', replaced, 'bob:Read:true:::'],
      });
      expect((await desk.storedAces(uid))[1]).toMatchObject({ notify: true, comment: 'changed' });
    });

    test('changes nothing for an entry that is not there', async () => {
      const uid = await desk.make(three);
      const before = await dumpStore(app.services.database);
      const params = { ...read, username: 'eve' };
      await desk.run(replace, uid, { ...params, id: 'eve:Write:true:::' });
      await desk.run(replace, uid, { ...params, id: 'eve:Read:true:::', acl: 'other' });
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test('takes names and permissions as they are, and keeps no entry twice', async () => {
      const uid = await desk.make(three);
      await desk.run(replace, uid, { id: 'kim:Read:true:::', permission: 'Own', username: 'a:b' });
      await desk.run(replace, uid, { ...read, id: 'bob:Read:true:::', username: 'a' });
      await desk.run(replace, uid, {
        ...read,
        id: 'a:b:Own:true:Administrator::',
        username: 'a',
      });
      expect(await desk.idsOf(uid)).toEqual({
        local: ['a:Read:true:Administrator::', 'eve:Read:true:::'],
      });
    });
  });

  describe('Document.RemovePermission', () => {
    test('takes the one entry with the id, whatever part of the second it names', async () => {
      const uid = await desk.make();
      const begin = '2030-01-01T00:00:00.789Z';
      await desk.run(add, uid, { ...read, users: ['eve'], begin });
      await desk.run(add, uid, { ...read, users: ['eve'] });
      await desk.run(remove, uid, { id: `eve:Read:true:Administrator:${Date.parse(begin)}:` });
      expect(await desk.idsOf(uid)).toEqual({ local: [eveReads] });
      await desk.run(remove, uid, { id: eveReads });
      expect(await desk.aclsOf(uid)).toEqual([expect.objectContaining({ name: 'inherited' })]);
    });

    test('takes all entries of a user in one list, and then the id does not count', async () => {
      const uid = await desk.make([
        grantAce('eve', 'Read'),
        grantAce('kim', 'Read'),
        grantAce('eve', 'Write'),
      ]);
      await desk.run(add, uid, { ...read, users: ['eve'], acl: 'other' });
      await desk.run(remove, uid, { user: 'eve', id: 'kim:Read:true:::' });
      expect(await desk.idsOf(uid)).toEqual({ other: [eveReads], local: ['kim:Read:true:::'] });
      await desk.run(remove, uid, { user: 'eve', acl: 'other' });
      expect(await desk.idsOf(uid)).toEqual({ local: ['kim:Read:true:::'] });
    });

    test('changes nothing when there is nothing to remove', async () => {
      const uid = await desk.make([grantAce('eve', 'Read')]);
      const before = await dumpStore(app.services.database);
      await desk.run(remove, uid, { user: 'nobody' });
      await desk.run(remove, uid, { id: 'eve:Write:true:::' });
      await desk.run(remove, uid, { user: 'eve', acl: 'other' });
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test('returns the document to users who removed their own permission', async () => {
      const uid = await desk.make([grantAce('kim', 'Everything'), denyAll]);
      expect((await desk.as('kim').run(remove, uid, { user: 'kim' })).uid).toBe(uid);
      expect(await desk.statusFor('kim', uid)).toBe(403);
    });
  });

  test('Document.RemoveACL takes one list away', async () => {
    const uid = await desk.make([grantAce('kim', 'Read')]);
    await desk.run(add, uid, { ...read, users: ['eve'], acl: 'other' });
    const before = await dumpStore(app.services.database);
    await desk.run('Document.RemoveACL', uid, { acl: 'no such list' });
    expect(await dumpStore(app.services.database)).toEqual(before);
    await desk.run('Document.RemoveACL', uid, { acl: 'local' });
    expect(await desk.idsOf(uid)).toEqual({ other: [eveReads] });
  });

  test('blocking leaves those who have something to do there, and is done once', async () => {
    const uid = await desk.make([grantAce('kim', 'Everything')]);
    expect(await desk.statusFor('eve', uid)).toBe(200);
    await desk.as('kim').run(block, uid);
    const blocked = {
      local: [
        'kim:Everything:true:::',
        'administrators:Everything:true:::',
        'Everyone:Everything:false:::',
      ],
    };
    expect(await desk.idsOf(uid)).toEqual(blocked);
    expect((await desk.aclsOf(uid)).map(({ name }) => name)).toEqual(['local']);
    expect([await desk.statusFor('eve', uid), await desk.statusFor('kim', uid)]).toEqual([
      403, 200,
    ]);
    const before = await dumpStore(app.services.database);
    await desk.run(block, uid);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('unblocking takes only the block away', async () => {
    const uid = await desk.make();
    await desk.run(block, uid, { acl: 'other' });
    expect(await desk.statusFor('eve', uid)).toBe(403);
    await desk.run(unblock, uid);
    expect(await desk.statusFor('eve', uid)).toBe(403);
    await desk.run(unblock, uid, { acl: 'other' });
    expect(await desk.idsOf(uid)).toEqual({
      other: ['Administrator:Everything:true:::', 'administrators:Everything:true:::'],
    });
    expect(await desk.statusFor('eve', uid)).toBe(200);
  });
});
