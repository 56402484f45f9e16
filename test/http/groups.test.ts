import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('groups over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const [username, groups] of [
      ['ann', []],
      ['bob', []],
      ['power', ['powerusers']],
    ] as const) {
      const properties = { username, password: username, groups };
      await api('POST /user', { body: { 'entity-type': 'user', properties } });
    }
  });
  afterAll(() => app.close());

  const api = (line: string, options?: TestRequest) => {
    const [method, path] = line.split(' ', 2);
    return app.request(`${method} /api/v1${path}`, options);
  };
  const entity = (groupname: string, more: object = {}) => ({
    'entity-type': 'group',
    groupname,
    ...more,
  });
  const createGroup = (groupname: string, more: object = {}) =>
    api('POST /group', { body: entity(groupname, more) });
  const fetchAll = { headers: { 'fetch.group': 'memberUsers,memberGroups,parentGroups' } };

  test('a created group is answered with 201 and has five keys when read', async () => {
    const created = await createGroup('editors', {
      grouplabel: 'Editors',
      memberUsers: ['ann'],
      memberGroups: ['powerusers'],
      properties: { description: 'who edit' },
    });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      'entity-type': 'group',
      groupname: 'editors',
      grouplabel: 'Editors',
      id: 'editors',
      properties: {
        groupname: 'editors',
        grouplabel: 'Editors',
        description: 'who edit',
        tenantId: null,
      },
    });
    const read = await api('GET /group/editors', { user: 'bob' });
    expect(read.status).toBe(200);
    expect(read.json).toEqual(created.json);
  });

  test('members and parents are written when asked for, in every spelling', async () => {
    await createGroup('outer');
    await createGroup('inner', { memberUsers: ['bob', 'ann'], parentGroups: ['outer'] });
    const all = (await api('GET /group/inner', fetchAll)).json;
    expect(all).toMatchObject({
      memberUsers: ['ann', 'bob'],
      memberGroups: [],
      parentGroups: ['outer'],
    });
    for (const name of ['fetch-group', 'X-NXfetch.group']) {
      const some = await api('GET /group/inner', { headers: { [name]: 'memberUsers' } });
      expect(some.json.memberUsers).toEqual(['ann', 'bob']);
      expect(some.json).not.toHaveProperty('parentGroups');
    }
    const byQuery = await api('GET /group/outer?fetch.group=memberGroups');
    expect(byQuery.json.memberGroups).toEqual(['inner']);
  });

  test('an update replaces the lists that are sent and keeps the rest', async () => {
    await createGroup('crew', { grouplabel: 'Crew', memberUsers: ['ann', 'bob'] });
    const updated = await api('PUT /group/crew', {
      ...fetchAll,
      body: entity('crew', { memberGroups: ['members'], properties: { description: 'd' } }),
    });
    expect(updated.status).toBe(200);
    expect(updated.json).toMatchObject({
      grouplabel: 'Crew',
      memberUsers: ['ann', 'bob'],
      memberGroups: ['members'],
      properties: { description: 'd' },
    });
    const emptied = await api('PUT /group/crew', {
      ...fetchAll,
      body: entity('crew', { memberUsers: [], grouplabel: 'New' }),
    });
    expect(emptied.json).toMatchObject({ grouplabel: 'New', memberUsers: [] });
  });

  test('the statuses of what cannot be', async () => {
    for (const [line, body, status] of [
      ['POST /group', entity('members'), 409],
      ['POST /group', { 'entity-type': 'group' }, 400],
      ['POST /group', entity('bad', { memberUsers: ['no\0body'] }), 400],
      ['POST /group', entity('bad', { memberGroups: [' '] }), 400],
      ['POST /group', entity('bad', { parentGroups: ['nothing'] }), 403],
      ['POST /group', entity('bad', { memberUsers: 'ann' }), 400],
      ['PUT /group/nothing', entity('nothing'), 404],
      ['PUT /group/members', entity('others'), 400],
      ['GET /group/nothing', undefined, 404],
      ['GET /group/no%00thing', undefined, 404],
      ['DELETE /group/nothing', undefined, 404],
      ['POST /group/nothing/user/ann', undefined, 404],
      ['POST /group/members/user/nobody', undefined, 404],
      ['DELETE /group/nothing/user/ann', undefined, 404],
      ['DELETE /group/members/user/nobody', undefined, 404],
    ] as const) {
      const options = body === undefined ? {} : { body };
      expect([line, (await api(line, options)).status]).toEqual([line, status]);
    }
    expect((await api('GET /group/bad')).status).toBe(404);
  });

  test('members that no user has as name are kept as sent, by POST and PUT', async () => {
    const members = { memberUsers: ['ann', 'no body'], memberGroups: ['members', 'no/group'] };
    const created = await api('POST /group', { ...fetchAll, body: entity('planned', members) });
    expect([created.status, created.json]).toEqual([201, expect.objectContaining(members)]);
    expect((await api('GET /group/planned', fetchAll)).json).toMatchObject(members);
    const others = { memberUsers: ['other', 'still nobody'], memberGroups: [] };
    const updated = await api('PUT /group/planned', {
      ...fetchAll,
      body: entity('planned', others),
    });
    expect([updated.status, updated.json]).toEqual([200, expect.objectContaining(others)]);
    const listed = (await api('GET /group/planned/@users')).json;
    expect([listed.resultsCount, listed.entries]).toEqual([0, []]);
    const user = { 'entity-type': 'user', properties: { username: 'lost', groups: ['nowhere'] } };
    expect((await api('POST /user', { body: user })).status).toBe(403);
    expect((await api('GET /user/lost')).status).toBe(404);
  });

  test('a name that groups listed before its user existed gives no rights', async () => {
    const members = { memberUsers: ['heir'], memberGroups: ['heirs'] };
    await api('PUT /group/administrators', {
      body: entity('administrators', { memberUsers: ['Administrator', 'heir'] }),
    });
    await createGroup('estate', members);
    const properties = { username: 'heir', password: 'heir' };
    const heir = await api('POST /user', {
      user: 'power',
      body: { 'entity-type': 'user', properties },
    });
    expect([heir.status, heir.json.isAdministrator, heir.json.properties.groups]).toEqual([
      201,
      false,
      [],
    ]);
    expect((await api('GET /me', { user: 'heir' })).json.isAdministrator).toBe(false);
    await createGroup('heirs', { memberUsers: ['heir'] });
    expect((await api('GET /group/heirs', fetchAll)).json.parentGroups).toEqual([]);
    const names = (await api('GET /user/heir')).json.extendedGroups.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toContain('heirs');
    expect(names).not.toContain('estate');
    expect(names).not.toContain('administrators');
    expect((await api('GET /group/estate', fetchAll)).json).toMatchObject({
      memberUsers: [],
      memberGroups: [],
    });
    const given = await api('PUT /group/estate', { ...fetchAll, body: entity('estate', members) });
    expect(given.json).toMatchObject(members);
    expect((await api('GET /user/heir')).json.properties.groups).toEqual(['estate', 'heirs']);
  });

  test('a group may be a member of itself, as it was sent', async () => {
    const looped = { memberUsers: [], memberGroups: ['looped'], parentGroups: ['looped'] };
    expect((await createGroup('looped', { memberGroups: ['looped'] })).status).toBe(201);
    expect((await api('GET /group/looped', fetchAll)).json).toMatchObject(looped);
  });

  test('the id names a group, and a label at the top wins over the one in the properties', async () => {
    const body = {
      'entity-type': 'group',
      id: 'labelled',
      grouplabel: 'Top',
      properties: { groupname: 'ignored', grouplabel: 'Inner' },
    };
    const created = await api('POST /group', { body });
    expect([created.status, created.json.id, created.json.grouplabel]).toEqual([
      201,
      'labelled',
      'Top',
    ]);
    const changed = { ...body, grouplabel: 'Other' };
    expect((await api('PUT /group/labelled', { body: changed })).json.grouplabel).toBe('Other');
    const back = { ...body, grouplabel: 'Other', properties: { grouplabel: 'Newer' } };
    expect((await api('PUT /group/labelled', { body: back })).json.grouplabel).toBe('Other');
    const { grouplabel: _top, ...inner } = body;
    expect((await api('PUT /group/labelled', { body: inner })).json.grouplabel).toBe('Inner');
    expect((await api('PUT /group/labelled', { body: { ...body, id: 'x' } })).status).toBe(400);
  });

  test.each([
    ['grouplabel', (text: string) => ({ grouplabel: text })],
    ['grouplabel', (text: string) => ({ properties: { grouplabel: text } })],
    ['description', (text: string) => ({ properties: { description: text } })],
    ['tenantId', (text: string) => ({ properties: { tenantId: text } })],
  ])('a %s has a largest size', async (field, more) => {
    const name = `sized ${field}`;
    const max = limits.principalTextLengthMax;
    const tooLong = await createGroup(name, more('x'.repeat(max + 1)));
    expect([tooLong.status, tooLong.json.message]).toEqual([
      400,
      `${field}: has ${max + 1} characters; use at most ${max}`,
    ]);
    expect((await api(`GET /group/${encodeURIComponent(name)}`)).status).toBe(404);
    expect((await createGroup(name, more('x'.repeat(max)))).status).toBe(201);
    await api(`DELETE /group/${encodeURIComponent(name)}`);
  });

  test.each(['memberUsers', 'memberGroups', 'parentGroups'])(
    'names in %s have a largest size, and the list a largest number',
    async (field) => {
      const max = limits.principalNameLengthMax;
      const long = await createGroup('sized', { [field]: ['x'.repeat(max + 1)] });
      expect([long.status, long.json.message]).toEqual([
        400,
        `${field}[0]: has ${max + 1} characters; use at most ${max}`,
      ]);
      const names = Array.from({ length: limits.listLengthMax + 1 }, () => 'x');
      const many = await createGroup('sized', { [field]: names });
      expect([many.status, many.json.message]).toEqual([
        400,
        `${field}: must have at most ${limits.listLengthMax} items`,
      ]);
    },
  );

  test('what is missing for a membership is said from the side it was asked from', async () => {
    for (const [line, message] of [
      ['/group/nothing/user/ann', 'group does not exist'],
      ['/group/nothing/user/nobody', 'group does not exist'],
      ['/group/members/user/nobody', 'User not found'],
      ['/user/nobody/group/members', 'user does not exist'],
      ['/user/nobody/group/nothing', 'user does not exist'],
      ['/user/ann/group/nothing', 'Group not found'],
    ]) {
      for (const method of ['POST', 'DELETE']) {
        const { status, json } = await api(`${method} ${line}`);
        expect([line, status, json.message]).toEqual([line, 404, message]);
      }
    }
  });

  test('a user is added from the side of the group too', async () => {
    await createGroup('a/b');
    const added = await api('POST /group/a/b/user/ann');
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ 'entity-type': 'user', id: 'ann' });
    expect(added.json.properties.groups).toContain('a/b');
    const removed = await api('DELETE /group/a%2Fb/user/ann');
    expect([removed.status, removed.text]).toEqual([200, 'ann']);
  });

  test('a group whose name ends in a slash is addressed with it', async () => {
    await createGroup('ends');
    await createGroup('ends/');
    expect((await api('POST /user/ann/group/ends/')).json.properties.groups).toContain('ends/');
    expect((await api('POST /group/ends//user/bob')).json.properties.groups).toContain('ends/');
    const members = await api('GET /group/ends/', { headers: { 'fetch.group': 'memberUsers' } });
    expect(members.json).toMatchObject({ id: 'ends/', memberUsers: ['ann', 'bob'] });
    expect((await api('DELETE /user/ann/group/ends/')).status).toBe(200);
    const changed = await api('PUT /group/ends/', { body: entity('ends/', { grouplabel: 'E' }) });
    expect(changed.json).toMatchObject({ id: 'ends/' });
    expect((await api('DELETE /group/ends/')).status).toBe(204);
    expect((await api('GET /group/ends/')).json.id).toBe('ends');
  });

  test('all problems of a group are reported at once', async () => {
    const body = { ...entity('mistaken'), grouplabel: 7, memberUsers: 'x', memberGroups: [' '] };
    const refused = await api('POST /group', { body });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'grouplabel: must be a string; memberUsers: must be an array of strings; ' +
        'memberGroups: must not have blank names',
    ]);
  });

  test('a deleted group is gone, its members are not', async () => {
    await createGroup('short', { memberUsers: ['ann'] });
    const deleted = await api('DELETE /group/short');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await api('GET /group/short')).status).toBe(404);
    expect((await api('GET /user/ann')).json.properties.groups).not.toContain('short');
  });

  test('inherited groups show on the user, also through a cycle', async () => {
    await createGroup('ring1', { memberUsers: ['bob'] });
    await createGroup('ring2', { memberGroups: ['ring1'] });
    const closed = await api('PUT /group/ring1', {
      body: entity('ring1', { memberGroups: ['ring2'] }),
    });
    expect(closed.status).toBe(200);
    const bob = (await api('GET /user/bob')).json;
    const names = bob.extendedGroups.map((group: { name: string }) => group.name);
    expect(names).toEqual(expect.arrayContaining(['members', 'ring1', 'ring2']));
    expect(bob.properties.groups).not.toContain('ring2');
  });

  test('power users manage groups, but none that makes administrators', async () => {
    const power = { user: 'power' };
    await createGroup('ops', { parentGroups: ['administrators'] });
    expect((await api('POST /group', { ...power, body: entity('team') })).status).toBe(201);
    for (const [line, body] of [
      ['PUT /group/administrators', entity('administrators', { memberUsers: ['power'] })],
      ['PUT /group/ops', entity('ops', { memberUsers: ['power'] })],
      ['PUT /group/team', entity('team', { parentGroups: ['ops'] })],
      ['POST /group', entity('coup', { parentGroups: ['administrators'] })],
      ['POST /group/ops/user/power', undefined],
      ['DELETE /group/administrators', undefined],
      ['DELETE /group/administrators/user/Administrator', undefined],
    ] as const) {
      const options = body === undefined ? power : { ...power, body };
      expect([line, (await api(line, options)).status]).toEqual([line, 403]);
    }
    expect((await api('GET /me', power)).json.isAdministrator).toBe(false);
    expect((await api('DELETE /group/team', power)).status).toBe(204);
  });

  test('others read groups and change none', async () => {
    const ann = { user: 'ann' };
    expect((await api('GET /group/administrators', ann)).status).toBe(200);
    for (const [line, body] of [
      ['POST /group', entity('mine')],
      ['PUT /group/members', entity('members')],
      ['DELETE /group/members', undefined],
      ['POST /group/powerusers/user/ann', undefined],
    ] as const) {
      const options = body === undefined ? ann : { ...ann, body };
      expect([line, (await api(line, options)).status]).toEqual([line, 403]);
    }
  });
});
