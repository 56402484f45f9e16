import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../src/repository/principals/passwords.ts';
import { findPasswordHash } from '../../src/repository/principals/principals.ts';
import { findUser } from '../../src/repository/principals/users.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('cartulary user on %s', (engine) => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore(engine, 'empty');
  });
  afterAll(() => store.close());

  const user = (name: string) =>
    store.withStore(({ database }) => database.read((handle) => findUser(handle, name)));
  const opensWith = async (name: string, password: string): Promise<boolean> => {
    const hash = await store.withStore(({ database }) =>
      database.read((handle) => findPasswordHash(handle, name)),
    );
    return hash !== undefined && verifyPassword(hash, password);
  };

  test('adds a user with groups and a profile, and creates the store if need be', async () => {
    const args = ['user', 'add', 'ann', '--password', 'secret', '--email', 'ann@example.org'];
    const groups = ['--group', 'members', '--group', 'powerusers', '--first-name', 'Ann'];
    const { code, stdout, stderr } = await store.run([...args, ...groups]);
    expect([code, stdout]).toEqual([0, 'added user ann\n']);
    expect(stderr).toBe('created the store: user Administrator, password Administrator\n');
    expect(await user('ann')).toMatchObject({
      profile: { email: 'ann@example.org', firstName: 'Ann', lastName: null },
      directGroups: ['members', 'powerusers'],
    });
    expect(await opensWith('ann', 'secret')).toBe(true);
  });

  test('takes the password from standard input', async () => {
    const input = 'from a pipe\n';
    const added = await store.run(['user', 'add', 'bob', '--password-stdin'], { input });
    expect(added.code).toBe(0);
    expect(await opensWith('bob', 'from a pipe')).toBe(true);
    const changed = await store.run(['user', 'password', 'bob', '--password-stdin'], {
      input: 'another\r\n',
    });
    expect([changed.code, changed.stdout]).toEqual([0, 'changed the password of bob\n']);
    expect(await opensWith('bob', 'another')).toBe(true);
  });

  test('lists users with their groups, one a line', async () => {
    const { code, stdout } = await store.run(['user', 'list']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'Administrator\tdevnull@nuxeo.com\tadministrators, members',
      'ann\tann@example.org\tmembers, powerusers',
      'bob\t\tmembers',
      '',
    ]);
  });

  test('removes a user', async () => {
    await store.run(['user', 'add', 'leaver', '--password', 'x']);
    const { code, stdout } = await store.run(['user', 'remove', 'leaver']);
    expect([code, stdout]).toEqual([0, 'removed user leaver\n']);
    expect(await user('leaver')).toBeUndefined();
  });

  test('refuses a name that is taken', async () => {
    const { code, stdout, stderr } = await store.run(['user', 'add', 'ann', '--password', 'x']);
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toContain('error: user ann: User already exists');
  });
});

describe('cartulary user', () => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore('sqlite', 'prepared');
  });
  afterAll(() => store.close());

  test.each([
    [['add', 'a:b', '--password', 'x'], 1, "error: user a:b: username: must not contain ':'"],
    [['add', 'new', '--password', 'x', '--group', 'none'], 1, 'none'],
    [['add', 'new', '--password', ''], 1, 'error: password: must not be empty'],
    [['add', 'new'], 2, 'error: there is no terminal to ask for the password'],
    [['password', 'nobody', '--password', 'x'], 1, 'error: user nobody: user does not exist'],
    [['remove', 'nobody'], 1, 'error: user nobody: user does not exist'],
    [
      ['add', 'new', '--password', 'secret', '--password-min-length', '8'],
      1,
      'error: password: must have at least 8 characters. Choose another one',
    ],
    [
      ['password', 'Administrator', '--password', 'qwertyuiop', '--host', '0.0.0.0'],
      1,
      'error: password: is one of the most common passwords. Choose another one',
    ],
  ])('refuses %j in one line', async (args, code, message) => {
    const outcome = await store.run(['user', ...args]);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    const user = await store.withStore(({ database }) =>
      database.read((handle) => findUser(handle, 'new')),
    );
    expect(user).toBeUndefined();
  });
});
