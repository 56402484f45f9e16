import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../test/support/engines.ts';
import { shiftClock } from '../base/clock.ts';
import { createLogger } from '../base/log.ts';
import { requireEditorOf } from '../repository/access/principal-rights.ts';
import { ensureDefaultPrincipals } from '../repository/principals/default-principals.ts';
import { addUserToGroup, removeUserFromGroup } from '../repository/principals/memberships.ts';
import { hashPassword, hashQuickly } from '../repository/principals/passwords.ts';
import { createUser, removeUser, updateUser } from '../repository/principals/users.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import { compilable } from '../storage/statement.ts';
import { type Authenticator, createAuthenticator } from './authentication.ts';
import { writeBasicCredentials } from './basic-credentials.ts';
import { defaultSlowdownPolicy, GuessSlowdown, type SlowdownPolicy } from './guess-slowdown.ts';
import type { Authenticated, AuthenticationRequest } from './scheme.ts';

hashQuickly(false);

const lifetimeSeconds = 3_600;

function basic(username: string, password: string): string {
  return writeBasicCredentials({ username, password });
}

function cookieOf({ setCookie }: Authenticated): string {
  return setCookie?.split(';')[0] ?? '';
}

const cookieScope = { contextPath: '/nuxeo', isSecure: false };
const refused = { code: 'authentication.failed', status: 401 };

describe.each(engines)('authentication on %s', (engine) => {
  let opened: TestDatabase;
  let database: Database;
  let authenticator: Authenticator;

  /** A new node with empty caches. */
  const newNode = (slowdown?: SlowdownPolicy): Authenticator =>
    createAuthenticator({
      config: { sessionLifetimeSeconds: lifetimeSeconds },
      database,
      log: createLogger('silent'),
      guesses: new GuessSlowdown(slowdown),
    });
  const ask = (
    request: Partial<AuthenticationRequest>,
    node: Authenticator = authenticator,
  ): Promise<Authenticated> =>
    node.authenticate({
      authorization: undefined,
      cookie: undefined,
      remoteAddress: '10.0.0.1',
      cookieScope,
      ...request,
    });
  const write = <T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> => database.write(work);
  const newUser = async (username: string, password: string): Promise<void> => {
    const passwordHash = await hashPassword(password);
    await write((handle) => createUser(handle, { username, passwordHash }));
  };

  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    database = opened.database;
    const administratorPasswordHash = await hashPassword('Administrator');
    await write((handle) => ensureDefaultPrincipals(handle, { administratorPasswordHash }));
    await newUser('ann', 'ann:pässword');
    authenticator = newNode();
  });
  afterAll(() => opened.close());

  describe('with credentials', () => {
    test('the right password gives the user, and a cookie that opens a session', async () => {
      const answer = await ask({ authorization: basic('ann', 'ann:pässword') });
      expect(answer.principal.username).toBe('ann');
      expect(answer.principal.groups).toEqual(['members']);
      expect(answer.setCookie).toMatch(/^JSESSIONID=\S+; Path=\/nuxeo; HttpOnly; SameSite=Lax$/);
      const session = await ask({ cookie: cookieOf(answer) });
      expect(session).toEqual({ principal: answer.principal });
    });

    test('behind https the cookie is Secure', async () => {
      const authorization = basic('ann', 'ann:pässword');
      const secure = { ...cookieScope, isSecure: true };
      expect((await ask({ authorization, cookieScope: secure })).setCookie).toMatch(/; Secure$/);
    });

    test.each([
      ['a wrong password', basic('ann', 'wrong')],
      ['an unknown user', basic('nobody', 'wrong')],
      ['a name that no store could hold', basic('ann\0', 'wrong')],
      ['the internal user', basic('system', 'system')],
      ['an endless password', basic('ann', 'x'.repeat(5_000))],
      ['a malformed header', 'Basic !'],
      ['another scheme', 'Digest abc'],
      ['nothing', undefined],
      ['an empty header', ''],
    ])('%s is refused', async (_what, authorization) => {
      await expect(ask({ authorization })).rejects.toMatchObject(refused);
    });

    test('a user without a password cannot sign in', async () => {
      await write((handle) => createUser(handle, { username: 'keyless' }));
      await expect(ask({ authorization: basic('keyless', 'x') })).rejects.toMatchObject(refused);
    });

    test('a changed password counts at once, also where the old one was just used', async () => {
      await newUser('bea', 'old');
      await ask({ authorization: basic('bea', 'old') });
      await expect(ask({ authorization: basic('bea', 'new') })).rejects.toMatchObject(refused);
      const passwordHash = await hashPassword('new');
      await write((handle) => updateUser(handle, 'bea', { passwordHash }));
      await expect(ask({ authorization: basic('bea', 'old') })).rejects.toMatchObject(refused);
      expect((await ask({ authorization: basic('bea', 'new') })).principal.username).toBe('bea');
    });

    test('new groups count at once', async () => {
      await newUser('cas', 'cas');
      const authorization = basic('cas', 'cas');
      expect((await ask({ authorization })).principal.isAdministrator).toBe(false);
      await write((handle) => addUserToGroup(handle, { username: 'cas', group: 'administrators' }));
      expect((await ask({ authorization })).principal.isAdministrator).toBe(true);
    });

    // The units of one commit see each other's changes, and lose them together.
    test.runIf(engine === 'sqlite')('a change that its commit lost gives no rights', async () => {
      await newUser('gil', 'gil');
      await newUser('power', 'power');
      await write((handle) => addUserToGroup(handle, { username: 'power', group: 'powerusers' }));
      const power = (await ask({ authorization: basic('power', 'power') })).principal;
      const collide = sql`insert or rollback into user_group select * from user_group`;
      const membership = { username: 'gil', group: 'administrators' };
      const loseTogether = async () => {
        const outcomes = await Promise.allSettled([
          write((handle) => addUserToGroup(handle, membership)),
          write((handle) => requireEditorOf(handle, power, { user: 'gil' })),
          write((handle) => handle.run(compilable(handle.builder, collide))),
        ]);
        return outcomes.every(({ status }) => status === 'rejected');
      };
      // On a slow machine a commit may end between them.
      while (!(await loseTogether())) {
        await write((handle) => removeUserFromGroup(handle, membership));
      }
      // The next change gets the same revision as the lost one.
      await newUser('witness', 'witness');
      const { principal } = await ask({ authorization: basic('gil', 'gil') });
      expect(principal.groups).toEqual(['members']);
    });

    test('a removed user is refused at once', async () => {
      await newUser('dan', 'dan');
      const authorization = basic('dan', 'dan');
      const cookie = cookieOf(await ask({ authorization }));
      await write((handle) => removeUser(handle, 'dan'));
      await expect(ask({ authorization })).rejects.toMatchObject(refused);
      await expect(ask({ cookie })).rejects.toMatchObject(refused);
    });

    test('once verified, credentials give the same principal object, and later are verified again', async () => {
      const authorization = basic('ann', 'ann:pässword');
      const first = await ask({ authorization });
      expect((await ask({ authorization })).principal).toBe(first.principal);
      shiftClock(6 * 60_000);
      expect((await ask({ authorization })).principal.username).toBe('ann');
      shiftClock(-6 * 60_000);
    });
  });

  describe('with a session', () => {
    const sessionOf = async (username: string): Promise<string> => {
      await newUser(username, username);
      return cookieOf(await ask({ authorization: basic(username, username) }));
    };

    test('another node of the same store accepts it', async () => {
      const cookie = await sessionOf('eve');
      expect((await ask({ cookie }, newNode())).principal.username).toBe('eve');
    });

    test('a forged or foreign cookie is refused, a valid one next to it counts', async () => {
      const cookie = await sessionOf('fay');
      await expect(ask({ cookie: 'JSESSIONID=0123ABCD' })).rejects.toMatchObject(refused);
      await expect(ask({ cookie: `${cookie}x` })).rejects.toMatchObject(refused);
      await expect(ask({ cookie: 'other=1' })).rejects.toMatchObject(refused);
      const both = await ask({ cookie: `JSESSIONID=0123ABCD; ${cookie}` });
      expect(both.principal.username).toBe('fay');
    });

    test('it ends after its lifetime', async () => {
      const cookie = await sessionOf('gus');
      shiftClock(lifetimeSeconds * 1_000 - 5_000);
      expect((await ask({ cookie })).principal.username).toBe('gus');
      shiftClock(10_000);
      await expect(ask({ cookie })).rejects.toMatchObject(refused);
      await expect(ask({ cookie }, newNode())).rejects.toMatchObject(refused);
      shiftClock(-lifetimeSeconds * 1_000 - 5_000);
    });

    test('it ends with the password that opened it', async () => {
      const cookie = await sessionOf('hal');
      const passwordHash = await hashPassword('other');
      await write((handle) => updateUser(handle, 'hal', { passwordHash }));
      await expect(ask({ cookie })).rejects.toMatchObject(refused);
      const opened = await authenticator.openSession('hal', cookieScope);
      expect((await ask({ cookie: opened.split(';')[0] })).principal.username).toBe('hal');
    });

    test('ending it ends it on every node, and the credentials open another', async () => {
      const other = newNode();
      const cookie = await sessionOf('ian');
      await ask({ cookie }, other);
      const cleared = await authenticator.endSession(cookie, cookieScope);
      expect(cleared).toEqual(['JSESSIONID=; Path=/nuxeo; HttpOnly; SameSite=Lax; Max-Age=0']);
      await expect(ask({ cookie })).rejects.toMatchObject(refused);
      await expect(ask({ cookie }, other)).rejects.toMatchObject(refused);
      const again = cookieOf(await ask({ authorization: basic('ian', 'ian') }));
      expect((await ask({ cookie: again })).principal.username).toBe('ian');
    });

    test('ending no session at all is harmless', async () => {
      for (const cookie of [undefined, 'a=b', 'JSESSIONID=foreign']) {
        const cleared = await authenticator.endSession(cookie, cookieScope);
        expect(cleared).toEqual([expect.stringMatching(/Max-Age=0$/)]);
      }
    });

    test('credentials sent along win, and wrong ones are not covered up', async () => {
      const cookie = await sessionOf('joy');
      const mine = await ask({ cookie, authorization: basic('joy', 'joy') });
      expect(mine).toEqual({ principal: mine.principal });
      const others = await ask({ cookie, authorization: basic('ann', 'ann:pässword') });
      expect(others.principal.username).toBe('ann');
      expect((await ask({ cookie: cookieOf(others) })).principal.username).toBe('ann');
      const wrong = ask({ cookie, authorization: basic('joy', 'wrong') });
      await expect(wrong).rejects.toMatchObject(refused);
    });
  });

  describe('under attack', () => {
    const heldBack: SlowdownPolicy = {
      ...defaultSlowdownPolicy,
      delayFirstMs: 1_500,
      delayMaxMs: 1_500,
    };
    const attacker = '10.6.6.6';

    /** Guesses that have not been answered yet are counted in `open`. */
    const attack = (node: Authenticator, account: string, count: number) => {
      const state = { open: count, wrong: 0 };
      const guesses = Array.from({ length: count }, async (_, index) => {
        const authorization = basic(account, `guess ${index}`);
        try {
          await ask({ authorization, remoteAddress: attacker }, node);
        } catch (error) {
          expect(error).toMatchObject(refused);
          state.wrong += 1;
        }
        state.open -= 1;
      });
      return { state, done: Promise.all(guesses) };
    };

    test('the owner signs in from elsewhere and from the same address', async () => {
      const node = newNode(heldBack);
      await newUser('kim', 'kim');
      const { state, done } = attack(node, 'kim', 30);
      const authorization = basic('kim', 'kim');
      const elsewhere = await ask({ authorization, remoteAddress: '10.0.0.9' }, node);
      expect(elsewhere.principal.username).toBe('kim');
      expect(state.open).toBeGreaterThan(20);
      const sameAddress = await ask({ authorization, remoteAddress: attacker }, node);
      expect(sameAddress.principal.username).toBe('kim');
      await done;
      expect(state.wrong).toBe(30);
    });

    test('the owner who never signed in before is verified in the lane of the attacker', async () => {
      const node = newNode(heldBack);
      await newUser('liv', 'liv');
      const { state, done } = attack(node, 'liv', 30);
      const owner = await ask(
        { authorization: basic('liv', 'liv'), remoteAddress: attacker },
        node,
      );
      expect(owner.principal.username).toBe('liv');
      expect(state.open).toBeGreaterThan(0);
      await done;
    });

    test('a client that repeats one wrong password is refused each time, at once', async () => {
      const node = newNode({ ...heldBack, delayFirstMs: 60_000, delayMaxMs: 60_000 });
      for (let count = 0; count < 12; count += 1) {
        const authorization = basic('ann', 'outdated');
        await expect(ask({ authorization }, node)).rejects.toMatchObject(refused);
      }
    });

    test('a session and credentials verified before pass without waiting', async () => {
      const node = newNode(heldBack);
      await newUser('mia', 'mia');
      const authorization = basic('mia', 'mia');
      const cookie = cookieOf(await ask({ authorization, remoteAddress: attacker }, node));
      const { state, done } = attack(node, 'mia', 20);
      await ask({ authorization, remoteAddress: attacker }, node);
      await ask({ cookie, remoteAddress: attacker }, node);
      expect(state.open).toBe(20);
      // Even when the verification is too old to be relied on, these credentials go first.
      shiftClock(5 * 60_000 + 1);
      await ask({ authorization, remoteAddress: attacker }, node);
      shiftClock(-5 * 60_000 - 1);
      expect(state.open).toBeGreaterThan(0);
      await done;
    });
  });
});
