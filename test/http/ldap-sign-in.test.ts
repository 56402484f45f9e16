import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBasicCredentials } from '../../src/authentication/basic-credentials.ts';
import { sourceAway } from '../../src/authentication/sources/source-away.ts';
import { shiftClock } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  administratorDn,
  administratorPassword,
  type DirectoryServer,
  groupDn,
  hasDirectoryServer,
  personDn,
  startDirectoryServer,
  startSilentServer,
  suffix,
} from '../support/directory-server.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

const isInstalled = await hasDirectoryServer();
const minuteMs = 60_000;

describe.skipIf(!isInstalled)('users of a directory server', () => {
  let directory: DirectoryServer;
  let silent: Awaited<ReturnType<typeof startSilentServer>>;
  let sourceFile: string;

  beforeAll(async () => {
    directory = await startDirectoryServer();
    silent = await startSilentServer();
    for (const uid of ['ann', 'bob', 'cy', 'dan', 'eve', 'fay', 'gus', 'own', 'Administrator']) {
      await directory.addPerson(uid);
    }
    await directory.addPerson('twin', { description: 'same' });
    await directory.addPerson('twin2', { uid: ['twin2', 'shared'] });
    await directory.addPerson('twin3', { uid: ['twin3', 'shared'] });
    await directory.addGroup('authors', [personDn('ann')]);
    await directory.addGroup('writers', [groupDn('authors')]);
    await directory.addGroup('chiefs', [personDn('bob')]);
    await directory.addGroup('cycle', [groupDn('cycle'), personDn('cy')]);
    const common = {
      searchFilter: '(&(uid={username})(!(description=closed)))',
      groupMapping: {
        writers: ['editors'],
        [`CN=Chiefs, ou=groups,${suffix}`]: ['administrators'],
        cycle: ['missing'],
      },
    };
    sourceFile = await write('sources.json', {
      ldap: [
        {
          ...common,
          name: 'people',
          url: directory.url,
          caFile: 'server.crt',
          timeLimitMs: 60_000,
          bindDn: administratorDn,
          bindPassword: administratorPassword,
          searchBase: `ou=people,${suffix}`,
          groups: { base: `ou=groups,${suffix}` },
        },
      ],
    });
  });
  afterAll(async () => {
    await silent.close();
    await directory.close();
  });

  async function write(name: string, content: unknown): Promise<string> {
    const path = join(directory.folder, name);
    await writeFile(path, JSON.stringify(content));
    return path;
  }

  const change = (uid: string, type: string, values: string[]) =>
    directory.change((client) =>
      client.modify(
        personDn(uid),
        new Change({ operation: 'replace', modification: new Attribute({ type, values }) }),
      ),
    );
  const me = (app: TestApp, user: string, password = `password of ${user}`) =>
    app.request('GET /api/v1/me', { user, password });
  const cookieOf = async (app: TestApp, user: string) => {
    const { headers } = await me(app, user);
    return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  };

  describe.each(engines)('on %s', (engine) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp(engine, { signInSourceFiles: [sourceFile] });
      await app.request('POST /api/v1/group', {
        body: { 'entity-type': 'group', groupname: 'editors' },
      });
      await createUser(app, 'own');
    });
    afterAll(() => app.close());

    const check = async () => {
      const kind = app.services.jobKinds.find((each) => each.kind === 'check-source-users');
      const { database, log } = app.services;
      const signal = new AbortController().signal;
      await kind?.prepare(null)({ database, log, signal, nowMs: Date.now() } as never);
    };
    const withCookie = async (headers: Record<string, string>) =>
      (await app.request('GET /api/v1/me', { user: null, headers })).status;

    test('sign in with properties and groups, also those of groups', async () => {
      const { status, json } = await me(app, 'ann');
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: 'ann',
        isAdministrator: false,
        properties: {
          firstName: 'Given of ann',
          lastName: 'Family of ann',
          email: 'ann@example.org',
          groups: ['editors'],
        },
      });
      expect((await me(app, 'bob')).json.isAdministrator).toBe(true);
      expect((await me(app, 'cy')).json.properties.groups).toEqual([]);
      // The directory ignores the case of names.
      expect((await me(app, 'ANN', 'password of ann')).json.id).toBe('ann');
    });

    test('the store has neither password nor hash of them, and they are in the audit', async () => {
      await me(app, 'ann');
      await app.services.auditTrail.settle();
      const dump = JSON.stringify(await dumpStore(app.services.database));
      expect(dump).not.toContain('password of ann');
      const rows = await app.services.database.read((handle) =>
        handle.all(
          handle.builder.selectFrom('user_account').selectAll().where('username', '=', 'ann'),
        ),
      );
      expect(rows[0]).toMatchObject({ password_hash: null, source: 'people' });
      const entries = await app.services.database.read((handle) =>
        handle.all(
          handle.builder
            .selectFrom('audit_entry')
            .select('event_id')
            .where('principal_name', '=', 'ann'),
        ),
      );
      expect(entries.map((entry) => entry.event_id)).toEqual(
        expect.arrayContaining(['user_created', 'loginSuccess']),
      );
    });

    test.each([
      ['a wrong password', 'ann', 'wrong'],
      ['an unknown name', 'nix', 'password of nix'],
      ['a filter in the name', 'ann)(uid=*', 'password of ann'],
      ['an asterisk', 'an*', 'password of ann'],
      ['a DN in the name', 'ann,ou=people', 'password of ann'],
      ['a NUL in the name', 'ann\0', 'password of ann'],
      ['a name that several entries have', 'shared', 'password of twin2'],
    ])('%s is refused', async (_what, user, password) => {
      const { status, json } = await me(app, user, password);
      expect([status, json.message]).toEqual([401, 'user name or password is wrong or missing']);
    });

    test('own names win, and the directory cannot take them in another spelling', async () => {
      expect((await me(app, 'own', 'own')).status).toBe(200);
      expect((await me(app, 'own')).status).toBe(401);
      const other = await me(app, 'OWN', 'password of own');
      expect(other.status).toBe(401);
      expect(other.json.message).toContain('another user of this server has that name');
      await expect(
        app.services.authenticator.authenticate({
          authorization: writeBasicCredentials({ username: 'Own', password: 'password of own' }),
          cookie: undefined,
          remoteAddress: '127.0.0.1',
          cookieScope: { contextPath: '', isSecure: false },
        }),
      ).rejects.toMatchObject({ code: 'authentication.refused' });
      expect((await me(app, 'Administrator')).status).toBe(401);
      expect((await me(app, 'administrator', 'password of Administrator')).status).toBe(401);
    });

    test('groups given here stay, those of the directory follow it', async () => {
      await me(app, 'dan');
      await app.request('POST /api/v1/user/dan/group/powerusers');
      await directory.change((client) =>
        client.modify(
          groupDn('authors'),
          new Change({
            operation: 'add',
            modification: new Attribute({ type: 'member', values: [personDn('dan')] }),
          }),
        ),
      );
      shiftClock(6 * minuteMs);
      expect((await me(app, 'dan')).json.properties.groups).toEqual(['editors', 'powerusers']);
      await directory.change((client) =>
        client.modify(
          groupDn('authors'),
          new Change({
            operation: 'delete',
            modification: new Attribute({ type: 'member', values: [personDn('dan')] }),
          }),
        ),
      );
      shiftClock(6 * minuteMs);
      expect((await me(app, 'dan')).json.properties.groups).toEqual(['powerusers']);
      shiftClock(-12 * minuteMs);
    });

    test('their passwords cannot be changed here', async () => {
      await me(app, 'ann');
      const body = { oldPassword: 'password of ann', newPassword: 'another' };
      const own = await app.request('PUT /api/v1/me/changepassword', {
        user: 'ann',
        password: 'password of ann',
        body,
      });
      expect([own.status, own.json.message]).toEqual([
        400,
        'password: that of ann is kept by the sign-in source people; change it there',
      ]);
      const properties = { password: 'another' };
      const byAdministrator = await app.request('PUT /api/v1/user/ann', {
        body: { 'entity-type': 'user', id: 'ann', properties },
      });
      expect(byAdministrator.status).toBe(400);
      expect((await me(app, 'ann')).status).toBe(200);
    });

    test('a user who is closed at the source loses sessions and tokens with the next check', async () => {
      const cookie = await cookieOf(app, 'eve');
      const token = await app.request('POST /api/v1/token?application=a&permission=rw', {
        user: 'eve',
        password: 'password of eve',
      });
      const header = { 'x-authentication-token': token.text };
      await check();
      expect([await withCookie(cookie), await withCookie(header)]).toEqual([200, 200]);
      await change('eve', 'description', ['closed']);
      await check();
      expect([await withCookie(cookie), await withCookie(header)]).toEqual([401, 401]);
      expect((await me(app, 'eve')).status).toBe(401);
      await change('eve', 'description', []);
      shiftClock(2 * minuteMs);
      expect((await me(app, 'eve')).status).toBe(200);
      expect(await withCookie(cookie)).toBe(401);
      shiftClock(-2 * minuteMs);
    });

    test('a user who was renamed is another one here, and the old name stops', async () => {
      const name = `gus${engine}`;
      await directory.addPerson(name);
      const cookie = await cookieOf(app, name);
      expect(await withCookie(cookie)).toBe(200);
      const renamed = personDn(`${name}2`);
      await directory.change((client) => client.modifyDN(personDn(name), renamed));
      const again = await me(app, `${name}2`, `password of ${name}`);
      expect(again.json.id).toBe(`${name}2`);
      expect(await withCookie(cookie)).toBe(401);
    });

    test('another person with the name of a removed user does not become that user', async () => {
      const name = `new${engine}`;
      await directory.addPerson(name);
      expect((await me(app, name)).status).toBe(200);
      await directory.change((client) => client.del(personDn(name)));
      await directory.addPerson(name);
      shiftClock(6 * minuteMs);
      const { status, json } = await me(app, name);
      expect(status).toBe(401);
      expect(json.message).toContain('another user of this server has that name');
      shiftClock(-6 * minuteMs);
    });
  });

  test('a server that hangs delays neither own users nor those of other sources', async () => {
    const file = await write('hanging.json', {
      ldap: [
        {
          name: 'people',
          url: directory.url,
          tls: 'off',
          userDn: `uid={username},ou=people,${suffix}`,
          searchFilter: '(uid={username})',
          timeLimitMs: 60_000,
        },
        {
          name: 'hanging',
          url: `ldap://127.0.0.1:${silent.port}`,
          tls: 'off',
          userDn: `uid={username},${suffix}`,
          timeLimitMs: 300,
        },
      ],
    });
    const app = await startTestApp('sqlite', { signInSourceFiles: [file] });
    try {
      const before = silent.connections();
      const waiting = Array.from({ length: 6 }, (_, index) => me(app, `far${index}`));
      expect((await me(app, 'Administrator', 'Administrator')).status).toBe(200);
      expect((await me(app, 'fay')).json.properties.email).toBe('fay@example.org');
      const answers = await Promise.all(waiting);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([504]));
      expect(answers[0]?.json.message).toBe(
        'the sign-in source hanging, which may know this user, does not answer; try again later',
      );
      await expect(
        app.services.sourceVerifier.presentKeys('people', ['fay']),
      ).resolves.toBeUndefined();
      // After some failures the server is left alone for a while.
      shiftClock(-60 * minuteMs);
      const asked = silent.connections();
      expect(asked).toBeGreaterThan(before);
      expect((await me(app, 'far9')).status).toBe(504);
      expect(silent.connections()).toBe(asked);
      shiftClock(120 * minuteMs);
      expect((await me(app, 'far9')).status).toBe(504);
      expect(silent.connections()).toBe(asked + 1);
    } finally {
      shiftClock(-60 * minuteMs);
      await app.close();
    }
  });

  test('without the right certificate no password is sent', async () => {
    const file = await write('untrusted.json', {
      ldap: [
        {
          name: 'untrusted',
          url: directory.url,
          userDn: `uid={username},ou=people,${suffix}`,
        },
      ],
    });
    const app = await startTestApp('sqlite', { signInSourceFiles: [file] });
    try {
      expect((await me(app, 'ann')).status).toBe(504);
      expect(sourceAway('untrusted')).toMatchObject({ code: 'authentication.source-away' });
    } finally {
      await app.close();
    }
  });
});

test('a file with mistakes keeps the server from starting, and its secrets are not shown', async () => {
  const { makeFolder } = await import('../support/engines.ts');
  const { path, remove } = await makeFolder();
  const file = join(path, 'bad.json');
  await writeFile(
    file,
    JSON.stringify({
      ldap: [
        {
          name: 'Bad Name',
          url: 'http://example.org',
          bindDn: 'cn=x',
          bindPassword: 'very secret',
          searchFilter: '(uid={username}))(x=y',
        },
      ],
    }),
  );
  const start = startTestApp('sqlite', { signInSourceFiles: [file] });
  const message = await start.then(
    () => '',
    (error: Error) => error.message,
  );
  await remove();
  expect(message).toContain('ldap[0].name: use 1 to 40 of a-z');
  expect(message).toContain('ldap[0].url: use ldap://host');
  expect(message).toContain('the parentheses do not match');
  expect(message).not.toContain('very secret');
});
