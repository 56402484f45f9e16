import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { type AccessEntry, explainAccess } from '../../src/documents/access.ts';
import { permissionNames } from '../../src/documents/permission-names.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('sqlite');
  for (const [username, groups] of [
    ['ann', ['members']],
    ['bob', ['editors']],
    ['carl', []],
  ] as const) {
    if (username === 'bob')
      await post('/group', { 'entity-type': 'group', id: 'editors', groupname: 'editors' });
    await post('/user', {
      'entity-type': 'user',
      id: username,
      properties: { username, password: username, groups },
    });
  }
});
afterAll(() => app.close());

async function post(path: string, body: object, user = 'Administrator') {
  const response = await app.request(`POST /api/v1${path}`, { body, user });
  expect(response.status, response.text).toBeLessThan(300);
  return response.json;
}

async function run(id: string, input: string, params: object = {}, user = 'Administrator') {
  const response = await app.request(`POST /site/automation/${id}`, {
    body: { input, params },
    user,
  });
  expect(response.status, response.text).toBeLessThan(300);
}

const in1day = new Date(Date.now() + 86_400_000).toISOString();
const yesterday = new Date(Date.now() - 86_400_000).toISOString();

/** What is done with a folder and a file in it. */
const cases: Readonly<Record<string, (folder: string, file: string) => Promise<void>>> = {
  'nothing is set': async () => undefined,
  'a user may write above': (folder) =>
    run('Document.AddPermission', folder, { users: ['ann'], permission: 'ReadWrite' }),
  'a group may write until tomorrow': (folder) =>
    run('Document.AddPermission', folder, {
      users: ['editors'],
      permission: 'ReadWrite',
      end: in1day,
    }),
  'a grant has ended, another begins later': async (folder) => {
    await run('Document.AddPermission', folder, {
      users: ['ann'],
      permission: 'Write',
      begin: yesterday,
      end: yesterday,
    });
    await run('Document.AddPermission', folder, {
      users: ['bob'],
      permission: 'Write',
      begin: in1day,
    });
  },
  'blocked on the file': (_folder, file) => run('Document.BlockPermissionInheritance', file),
  'blocked above, granted below': async (folder, file) => {
    await run('Document.BlockPermissionInheritance', folder);
    await run('Document.AddPermission', file, { users: ['carl'], permission: 'Read' });
  },
  'denied to a group, granted to one of it before': async (folder) => {
    await run('Document.AddPermission', folder, { users: ['ann'], permission: 'Everything' });
    await run('Document.AddACE', folder, {
      user: 'members',
      permission: 'Read',
      grant: false,
      overwrite: false,
    });
  },
  'a part of Write is denied below': async (folder, file) => {
    await run('Document.AddPermission', folder, { users: ['ann'], permission: 'ReadWrite' });
    await run('Document.AddACE', file, { user: 'ann', permission: 'Remove', grant: false });
  },
  'locked by another user': async (folder, file) => {
    await run('Document.AddPermission', folder, {
      users: ['ann', 'bob'],
      permission: 'Everything',
    });
    await run('Document.Lock', file, {}, 'bob');
  },
};

interface Ace {
  readonly id: string;
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: string | null;
  readonly begin: string | null;
  readonly end: string | null;
}

function entryOf(ace: Ace): AccessEntry {
  const instant = (value: string | null) => (value === null ? null : Date.parse(value));
  const { id, username: name, permission, granted: isGranted, creator } = ace;
  return {
    id,
    name,
    permission,
    isGranted,
    creator,
    begin: instant(ace.begin),
    end: instant(ace.end),
  };
}

test.each(Object.entries(cases))(
  'the explanation says what the server does: %s',
  async (name, change) => {
    const folder = await post('/path/default-domain/workspaces', {
      'entity-type': 'document',
      type: 'Workspace',
      name: `f ${name}`,
    });
    const file = await post(`/id/${folder.uid}`, {
      'entity-type': 'document',
      type: 'File',
      name: 'x',
    });
    await change(folder.uid, file.uid);
    const shown = await app.request(`GET /api/v1/id/${file.uid}`, {
      headers: { 'enrichers.document': 'acls', 'fetch.document': 'lock' },
    });
    const acls: { readonly aces: readonly Ace[] }[] = shown.json.contextParameters.acls;
    const entries = acls.flatMap(({ aces }) => aces.map(entryOf));
    for (const user of ['ann', 'bob', 'carl', 'Administrator']) {
      const me = (await app.request(`GET /api/v1/user/${user}`)).json;
      const mine = await app.request(`GET /api/v1/id/${file.uid}`, {
        user,
        headers: { 'enrichers.document': 'permissions' },
      });
      const explained = permissionNames.filter(
        (permission) =>
          explainAccess({
            entries,
            permission,
            user: {
              name: user,
              groups: me.extendedGroups.map((group: { name: string }) => group.name),
              isAdministrator: me.isAdministrator,
            },
            lockOwner: shown.json.lockOwner ?? null,
            now: Date.now(),
          }).isAllowed,
      );
      // To users who may not read it the server answers with a refusal only.
      if (mine.status === 403) expect(explained, user).not.toContain('Read');
      else {
        const allowed: string[] = mine.json.contextParameters.permissions;
        expect(explained.sort(), user).toEqual(allowed.sort());
      }
    }
  },
);
