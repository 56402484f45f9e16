import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPrincipal } from '../../src/model/principal.ts';
import { findUserProfiles } from '../../src/repository/personal/user-profiles.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

const native = { 'X-Cartulary-Dialect': 'native' };
const asked = { 'enrichers-user': 'userprofile' };
const odd = 'o/d d';

/** What clients read without looking first, in the dialect of the contract. */
const withoutProfile = {
  avatar: null,
  birthdate: null,
  phonenumber: null,
  gender: 'false',
  locale: null,
};

describe.each(engines)('profiles of users on %s', (engine) => {
  let app: TestApp;
  let aliceProfile: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const username of ['alice', 'bob', 'carol', odd]) await createUser(app, username);
    const phone = (number: string) => ({ 'userprofile:phonenumber': number });
    await createProfile('alice', {
      ...phone('123'),
      'userprofile:birthdate': '1990-05-17T00:00:00.000Z',
      'userprofile:gender': true,
      'userprofile:avatar': await uploadAvatar(),
    }).then((uid) => {
      aliceProfile = uid;
    });
    await createProfile('alice', phone('second'));
    const trashed = await createProfile('bob', phone('trashed'));
    await callOperation(app, 'Document.Trash', { input: trashed });
    await createProfile('bob', { 'dc:title': 'no profile' }, 'File');
    await createProfile(odd, phone('456'));
  });
  afterAll(() => app.close());

  async function createProfile(
    user: string,
    properties: object,
    type = 'UserProfile',
  ): Promise<string> {
    const workspace = await callOperation(app, 'User.GetUserWorkspace', { user });
    expect(workspace.status, workspace.text).toBe(200);
    const made = await app.request(`POST /api/v1/id/${workspace.json.uid}`, {
      user,
      body: { 'entity-type': 'document', name: 'profile', type, properties },
    });
    expect(made.status, made.text).toBe(201);
    return made.json.uid;
  }

  async function uploadAvatar(): Promise<object> {
    const user = 'alice';
    const batch = (await app.request('POST /api/v1/upload', { user })).json.batchId;
    const headers = { 'X-File-Name': 'me.png', 'X-File-Type': 'image/png' };
    const sent = await app.request(`POST /api/v1/upload/${batch}/0`, {
      user,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: Buffer.from('pixels'),
    });
    expect(sent.status, sent.text).toBe(201);
    return { 'upload-batch': batch, 'upload-fileId': '0' };
  }

  const get = async (path: string, user: string, headers: Record<string, string> = asked) => {
    const response = await app.request(`GET /api/v1${path}`, { user, headers });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const phonesOf = ({ entries }: { entries: readonly UserEntity[] }) =>
    Object.fromEntries(
      entries.map(({ id, contextParameters }) => [id, contextParameters.userprofile.phonenumber]),
    );
  interface UserEntity {
    readonly id: string;
    readonly contextParameters: { readonly userprofile: { readonly phonenumber: string | null } };
  }

  test('show the fields of the profile in the workspace, the oldest if there are several', async () => {
    const me = await get('/me', 'alice', { ...asked, ...native });
    expect(me.contextParameters).toEqual({
      userprofile: {
        avatar: expect.objectContaining({ name: 'me.png', 'mime-type': 'image/png', length: '6' }),
        birthdate: '1990-05-17T00:00:00.000Z',
        phonenumber: '123',
        gender: true,
        locale: null,
      },
    });
    const { data } = me.contextParameters.userprofile.avatar;
    const path = data.slice(data.indexOf('/nuxeo/') + '/nuxeo'.length);
    const avatar = await app.request(`GET ${path}`, { user: 'alice' });
    expect([avatar.status, avatar.text]).toEqual([200, 'pixels']);
  });

  test('are written in the dialect of the request', async () => {
    const { userprofile } = (await get('/me', 'alice')).contextParameters;
    expect(userprofile).toMatchObject({ gender: 'true', phonenumber: '123' });
    expect(userprofile.avatar.data).toMatch(
      /^files\/[-0-9a-f]{36}\?path=userprofile(?::|%3A)avatar/,
    );
  });

  test.each([
    ['enrichers.user', '/me', { 'enrichers.user': 'nope,userprofile' }],
    ['X-NXenrichers.user', '/user/alice', { 'X-NXenrichers.user': 'userprofile' }],
    ['a parameter', '/user/alice?enrichers.user=userprofile', {}],
  ])('are asked for by %s', async (_kind, path, headers) => {
    expect(await get(path, 'alice', headers)).toMatchObject({
      'entity-type': 'user',
      id: 'alice',
      contextParameters: { userprofile: { phonenumber: '123' } },
    });
  });

  test('are left out unless asked for', async () => {
    expect(await get('/me', 'alice', {})).not.toHaveProperty('contextParameters');
    const other = { 'enrichers.user': 'nope', 'enrichers.document': 'userprofile' };
    expect(await get('/user/alice', 'alice', other)).not.toHaveProperty('contextParameters');
  });

  test('are the default values without a profile, and when it is in the trash', async () => {
    for (const user of ['bob', 'carol', 'Administrator']) {
      const { contextParameters } = await get('/me', user);
      expect([user, contextParameters]).toEqual([user, { userprofile: withoutProfile }]);
    }
    const shown = (await get('/me', 'carol', { ...asked, ...native })).contextParameters;
    expect(shown).toEqual({ userprofile: { ...withoutProfile, gender: false } });
  });

  test('of others show as far as their profiles may be read', async () => {
    const seen = async () => (await get('/user/alice', 'bob')).contextParameters.userprofile;
    expect(await seen()).toEqual(withoutProfile);
    const everybody = [grantAce('Everyone', 'Read'), grantAce('alice', 'Everything')];
    await setAcl(app, aliceProfile, everybody);
    expect(await seen()).toMatchObject({ phonenumber: '123' });
    await setAcl(app, aliceProfile, []);
    expect(await seen()).toEqual(withoutProfile);
  });

  test('come with the users of lists, as far as they may be read', async () => {
    const all = { alice: '123', bob: null, carol: null, [odd]: '456' };
    expect(phonesOf(await get('/user/search?q=*', 'Administrator'))).toMatchObject(all);
    expect(phonesOf(await get('/user/search?q=*', odd))).toMatchObject({ ...all, alice: null });
    await app.request('POST /api/v1/user/alice/group/administrators');
    const members = await get('/group/administrators/@users', 'Administrator');
    expect(phonesOf(members)).toEqual({ Administrator: null, alice: '123' });
    await app.request('DELETE /api/v1/user/alice/group/administrators');
  });

  test('cost the same for few users and for many', async () => {
    const costOf = async (usernames: readonly string[]) => {
      const meter = { queries: 0 };
      const found = await app.services.database.read(
        (handle) =>
          findUserProfiles(
            createUnit(
              handle,
              app.services.repository,
              createPrincipal('alice', ['members'], false),
            ),
            usernames,
          ),
        meter,
      );
      return { queries: meter.queries, found: [...found.keys()] };
    };
    const many = Array.from({ length: 50 }, (_unused, n) => `nobody${n}`);
    await costOf(['alice', odd]);
    // What tasks allow is read once for all profiles that the ACLs refuse.
    const few = await costOf(['alice', odd]);
    expect(few.found).toEqual(['alice']);
    expect(await costOf(['alice', 'bob', odd, ...many])).toEqual(few);
  });
});
