import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../../src/base/clock.ts';
import { limits } from '../../../src/base/limits.ts';
import type { Ace } from '../../../src/model/acl.ts';
import { createPrincipal } from '../../../src/model/principal.ts';
import { listPermittedPrincipals } from '../../../src/repository/access/permitted-principals.ts';
import { getDocument } from '../../../src/repository/documents/documents.ts';
import { createUnit } from '../../../src/repository/unit/unit.ts';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { setEmail } from '../../support/mail-receiver.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { endTask, openTask } from '../../support/task-grants.ts';

const emails = 'Context.GetEmailsWithPermissionOnDoc';
const principals = 'Context.GetUsersGroupIdsWithPermissionOnDoc';
const found = step('Document.SetProperty', {
  xpath: 'dc:description',
  value: 'expr:@{Context["found"]}',
});
const variable = { 'variable name': 'found' };
const chains = {
  Emails: [step(emails, { permission: 'Read', ...variable }), found],
  OwnEmails: [step(emails, { permission: 'Read', ...variable, 'ignore groups': true }), found],
  Names: [step('Document.GetUsersAndGroups', { permission: 'Read', ...variable }), found],
  OwnNames: [step(principals, { permission: 'Read', ...variable, 'ignore groups': true }), found],
  Prefixed: [
    step(principals, { permission: 'Read', ...variable, 'prefix identifiers': true }),
    found,
  ],
  Resolved: [
    step(principals, {
      permission: 'Read',
      ...variable,
      'prefix identifiers': true,
      'resolve groups': true,
    }),
    found,
  ],
  Unknown: [step(principals, { permission: 'Reed', ...variable })],
};

const hourMs = 3_600_000;

describe.each(engines)('who has a permission on a document, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithChains(engine, chains);
    for (const name of ['ann', 'ben', 'cas', 'dan']) await createUser(app, name);
    for (const name of ['ann', 'ben', 'cas']) await setEmail(app, name, `${name}@example.org`);
    const groups = [
      { groupname: 'inner', memberUsers: ['cas', 'dan'] },
      { groupname: 'outer', memberUsers: ['ben'], memberGroups: ['inner'] },
    ];
    for (const group of groups) {
      const body = { 'entity-type': 'group', ...group };
      expect((await app.request('POST /api/v1/group', { body })).status).toBe(201);
    }
  });
  afterAll(() => app.close());

  let count = 0;
  const make = async (aces: readonly Ace[], parent?: string): Promise<string> => {
    count += 1;
    const place = parent === undefined ? {} : { parent };
    const { uid } = await createDocument(app, { name: `d${count}`, type: 'Folder', ...place });
    await setAcl(app, uid, aces);
    return uid;
  };
  const namesOf = async (chain: keyof typeof chains, input: string) => {
    const headers = { properties: 'dublincore' };
    const { status, text, json } = await callOperation(app, chain, { input, headers });
    expect(status, text).toBe(200);
    const shown: string = json.properties['dc:description'];
    return shown
      .replace(/^\[|\]$/g, '')
      .split(/, ?/)
      .filter((name) => name !== '');
  };

  test('groups are named, replaced by their users, or left out', async () => {
    const uid = await make([grantAce('ann', 'ReadWrite'), grantAce('outer', 'Read'), denyAll]);
    expect(await namesOf('Names', uid)).toEqual(['ann', 'outer']);
    expect(await namesOf('OwnNames', uid)).toEqual(['ann']);
    expect(await namesOf('Prefixed', uid)).toEqual(['user:ann', 'group:outer']);
    const users = ['user:ann', 'user:ben', 'user:cas', 'user:dan'];
    expect(await namesOf('Resolved', uid)).toEqual(users);
    const addresses = ['ann@example.org', 'ben@example.org', 'cas@example.org'];
    expect(await namesOf('Emails', uid)).toEqual(addresses);
    expect(await namesOf('OwnEmails', uid)).toEqual(['ann@example.org']);
  });

  test('the first entry that matches decides, as for access', async () => {
    const denied = (name: string) => ({ ...grantAce(name, 'Read'), granted: false });
    const above = await make([grantAce('ann', 'Read'), grantAce('inner', 'Read'), denyAll]);
    const uid = await make([denied('ann'), denied('cas'), grantAce('ben', 'Write')], above);
    expect(await namesOf('Resolved', uid)).toEqual(['user:dan']);
    expect(await namesOf('Names', uid)).toEqual(['inner']);
    // The group inside another does not have what is denied to the outer one.
    const closed = await make([denied('outer'), grantAce('inner', 'Read'), denyAll]);
    expect(await namesOf('Names', closed)).toEqual([]);
    expect(await namesOf('Emails', closed)).toEqual([]);
    // What is behind a block of inheritance does not count.
    const blocked = await make([grantAce('ben', 'Read'), denyAll], above);
    expect(await namesOf('Resolved', blocked)).toEqual(['user:ben']);
  });

  test('what a task allows comes first, as long as it is open', async () => {
    const uid = await make([{ ...grantAce('ann', 'Read'), granted: false }, denyAll]);
    const below = await make([denyAll], uid);
    const store = { database: app.services.database, context: app.services.repository };
    const granted = { documents: [uid], principals: ['ann', 'outer'], permission: 'ReadWrite' };
    const task = await openTask(store, granted);
    for (const input of [uid, below]) {
      expect(await namesOf('Names', input)).toEqual(['ann', 'outer']);
      const users = ['user:ann', 'user:ben', 'user:cas', 'user:dan'];
      expect(await namesOf('Resolved', input)).toEqual(users);
    }
    await endTask(store, task);
    for (const input of [uid, below]) expect(await namesOf('Names', input)).toEqual([]);
  });

  test('entries count between their dates only', async () => {
    const atMs = Math.floor(now() / 1_000) * 1_000;
    const later = { ...grantAce('ann', 'Read'), begin: atMs + hourMs, end: atMs + 3 * hourMs };
    const uid = await make([later, { ...grantAce('ben', 'Read'), end: atMs - hourMs }, denyAll]);
    expect(await namesOf('Names', uid)).toEqual([]);
    shiftClock(2 * hourMs);
    try {
      expect(await namesOf('Names', uid)).toEqual(['ann']);
    } finally {
      shiftClock(-2 * hourMs);
    }
  });

  test('invited people have their address; names without an account are left out', async () => {
    const guest = 'transient/guest@example.org/abc';
    const uid = await make([grantAce(guest, 'Read'), grantAce('gone', 'Read'), denyAll]);
    expect(await namesOf('Names', uid)).toEqual([guest]);
    expect(await namesOf('Emails', uid)).toEqual(['guest@example.org']);
  });

  test('Everyone is a group of all users', async () => {
    const uid = await make([grantAce('Everyone', 'Read')]);
    expect(await namesOf('Prefixed', uid)).toEqual(['group:Everyone']);
    const all = ['user:Administrator', 'user:ann', 'user:ben', 'user:cas', 'user:dan'];
    expect(await namesOf('Resolved', uid)).toEqual(expect.arrayContaining(all));
  });

  test('is told to users who may read the document, of permissions that exist', async () => {
    const uid = await make([grantAce('ann', 'Read'), grantAce('ben', 'Read'), denyAll]);
    const call = { params: { permission: 'Read', ...variable }, input: uid };
    for (const id of [emails, principals]) {
      expect((await callOperation(app, id, { ...call, user: 'cas' })).status).toBe(403);
      expect((await callOperation(app, id, { ...call, user: 'ben' })).status).toBe(200);
    }
    const unknown = await callOperation(app, 'Unknown', { input: uid });
    expect(unknown.status).toBe(400);
    expect(unknown.json.message).toContain('Permission Reed is invalid.');
  });

  test('needs as many queries for many groups as for one, and has a bound', async () => {
    const { services } = app;
    const queriesFor = async (aces: readonly Ace[]): Promise<number> => {
      const id = await make(aces);
      const meter = { queries: 0 };
      const caller = createPrincipal('Administrator', [], true);
      await services.database.read(async (handle) => {
        const unit = createUnit(handle, services.repository, caller);
        const document = await getDocument(unit, { id });
        await unit.acls.effectiveAces(handle, document.aclId);
        meter.queries = 0;
        const question = { document, permission: 'Read', groups: 'members' } as const;
        await listPermittedPrincipals(unit, question);
      }, meter);
      return meter.queries;
    };
    const names = Array.from({ length: 30 }, (_, at) => `many${at}`);
    for (const groupname of names) {
      const body = { 'entity-type': 'group', groupname, memberUsers: ['ann'] };
      await app.request('POST /api/v1/group', { body });
    }
    const one = await queriesFor([grantAce('many0', 'Read'), denyAll]);
    const many = await queriesFor([...names.map((name) => grantAce(name, 'Read')), denyAll]);
    expect(many).toBe(one);
    expect(one).toBeLessThanOrEqual(5);
    const crowd = Array.from({ length: limits.acesMax / 2 }, (_, at) => grantAce(`x${at}`, 'Read'));
    const refused = await createDocument(app, { name: 'crowd', type: 'Folder' });
    let parent = refused.uid;
    for (let level = 0; level < 5; level += 1) {
      parent = await make(
        crowd.map((ace) => ({ ...ace, username: `${level}${ace.username}` })),
        parent,
      );
    }
    const call = { params: { permission: 'Read', ...variable }, input: parent };
    const response = await callOperation(app, principals, call);
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining(`more than ${limits.permittedPrincipalsMax} users and groups`),
    ]);
  });
});
