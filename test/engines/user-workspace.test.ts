import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import {
  findUserWorkspace,
  getUserWorkspace,
} from '../../src/repository/personal/user-workspace.ts';
import { createUser } from '../../src/repository/principals/users.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const place = '/default-domain/UserWorkspaces';

describe.each(engines)('personal workspaces on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const workspaceOf = (actor: Actor): Promise<Document> =>
    actor.write((unit) => getUserWorkspace(unit));

  test('one is made when it is asked for first, and it is the same from then on', async () => {
    const alice = repository.user('alice');
    const find = () => alice.read((unit) => findUserWorkspace(unit));
    expect(await find()).toBeUndefined();
    const made = await workspaceOf(alice);
    expect(made).toMatchObject({ path: `${place}/alice`, type: 'Workspace', name: 'alice' });
    expect(made.properties).toMatchObject({ 'dc:title': 'alice', 'dc:creator': 'alice' });
    expect(await workspaceOf(alice)).toEqual(made);
    expect(await find()).toEqual(made);
  });

  test('the title is the name of the person if it is set', async () => {
    await repository.database.write(async (handle) => {
      const profile = { firstName: 'Ann', lastName: 'Lee' };
      await createUser(handle, { username: 'named', profile });
      await createUser(handle, { username: 'half', profile: { lastName: 'Lee' } });
    });
    const titles = [];
    for (const name of ['named', 'half']) {
      titles.push((await workspaceOf(repository.user(name))).properties['dc:title']);
    }
    expect(titles).toEqual(['Ann Lee', 'Lee']);
  });

  test('its owner may do everything there, others nothing', async () => {
    const [owner, other] = [repository.user('owner'), repository.user('other')];
    const made = await workspaceOf(owner);
    const file = await owner.create(made.id, { name: 'private' });
    await owner.update(file.id, { 'dc:title': 'changed' });
    expect(await other.canRead(made.id)).toBe(false);
    expect(await other.canRead(file.id)).toBe(false);
    await workspaceOf(other);
    expect(await other.canRead(file.id)).toBe(false);
    const root = await repository.system.get({ path: place });
    expect(root).toMatchObject({ type: 'UserWorkspacesRoot' });
    expect(await owner.canRead(root.id)).toBe(false);
    await expect(owner.remove(made.id)).rejects.toMatchObject({ status: 403 });
  });

  test('a new one comes after the old one was thrown away', async () => {
    const user = repository.user('thrown');
    const first = await workspaceOf(user);
    await repository.system.write((unit) => trashDocument(unit, first.id));
    const second = await workspaceOf(user);
    expect(second.id).not.toBe(first.id);
    expect(second.path).toBe(first.path);
  });

  test.each([
    ['a slash', 'x/y'],
    ['what a slash could become', 'x-y'],
    ['a backslash', 'x\\y'],
    ['an escaped slash', 'x%2Fy'],
    ['punctuation only', '-'],
    ['dots only', '...'],
    ['letters in two parts', 'e\u0301'],
    ['the same letter in one', '\u00e9'],
    ['a very long name', `${'/'.repeat(255)}`],
    ['another very long name', `${'/'.repeat(254)}a`],
    ['beyond the basic plane', '\u{1f600}'],
    ['spaces', 'a b'],
  ])('a user name with %s has a workspace of its own', async (_title, username) => {
    const user = repository.user(username);
    const made = await workspaceOf(user);
    expect(made.path?.startsWith(`${place}/`)).toBe(true);
    expect(made.properties['dc:creator']).toBe(username);
    expect(await workspaceOf(user)).toEqual(made);
  });

  test('two first calls at once make one', async () => {
    const user = repository.user('hasty');
    const made = await Promise.all(Array.from({ length: 6 }, () => workspaceOf(user)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const root = await repository.system.get({ path: place });
    const names = await repository.system.childNames(root.id);
    expect(names.filter((name) => name.startsWith('hasty'))).toEqual(['hasty']);
  });

  test('another domain serves when the first one is gone', async () => {
    const other = await openTestRepository(engine);
    const user = other.user('nomad');
    const root = await other.system.get({ path: '/' });
    const domain = await other.system.get({ path: '/default-domain' });
    await other.system.write((unit) => trashDocument(unit, domain.id));
    await expect(workspaceOf(user)).rejects.toMatchObject({
      code: 'resource.not-found',
      status: 404,
    });
    await other.system.create(root.id, { name: 'second', type: 'Domain' });
    expect((await workspaceOf(user)).path).toBe('/second/UserWorkspaces/nomad');
    expect(await other.findings()).toEqual([]);
    await other.close();
  });
});
