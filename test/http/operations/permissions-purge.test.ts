import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { whenEnded } from '../../support/bulk.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const purge = 'PermissionsPurge';

describe.each(engines)('the purge of permissions on %s', (engine) => {
  let app: TestApp;
  let top: string;
  let inner: string;
  let other: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['ann', 'ben', "o'neil"]) await createUser(app, name);
    const make = async (name: string, parent?: string): Promise<string> =>
      (await createDocument(app, { name, type: 'Folder', ...(parent && { parent }) })).uid;
    top = await make('top');
    inner = await make('inner', await make('between', top));
    other = await make('other');
  });
  afterAll(() => app.close());

  const give = async (): Promise<void> => {
    const denied = { ...grantAce('ann', 'Write'), granted: false };
    const ended = { ...grantAce('ann', 'Read'), begin: 1_000, end: 2_000 };
    for (const uid of [top, inner, other]) {
      await setAcl(app, uid, [denied, grantAce('ann', 'Read'), ended, grantAce('ben', 'Read')]);
      const params = { user: 'ann', permission: 'Write', acl: 'project', overwrite: false };
      await callOperation(app, 'Document.AddACE', { input: uid, params });
    }
  };
  const namesOf = async (uid: string): Promise<string> => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@acl`);
    const own = json.acl.filter(({ name }: { name: string }) => name !== 'inherited');
    const aces = own.flatMap(({ ace }: { ace: unknown[] }) => ace);
    return aces
      .map(({ username, granted }: { username: string; granted: boolean }) =>
        granted ? username : `not ${username}`,
      )
      .join();
  };
  const run = async (call: { input?: string; user?: string }, usernames: string) => {
    const response = await callOperation(app, purge, { ...call, params: { usernames } });
    expect(response.status, response.text).toBe(204);
    const command = await app.services.database.read((handle) =>
      handle.first(
        handle.builder
          .selectFrom('bulk_command')
          .select('id')
          .where('action', '=', 'permissionsPurge')
          .orderBy('submitted_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      ),
    );
    const status = await whenEnded(app, command?.id ?? '');
    await app.services.database.write((handle) =>
      handle.run(handle.builder.deleteFrom('bulk_command').where('id', '=', command?.id ?? '')),
    );
    return status;
  };
  const all = 'ann,not ann,ann,ann,ben';

  test('removes what was granted on a document and below it, and leaves what denies', async () => {
    await give();
    expect(await namesOf(top)).toBe(all);
    const status = await run({ input: top }, ' ann , nobody');
    expect(status).toMatchObject({ processed: 2, errorCount: 0 });
    expect([await namesOf(top), await namesOf(inner)]).toEqual(['not ann,ben', 'not ann,ben']);
    expect(await namesOf(other)).toBe(all);
    expect((await app.request(`GET /api/v1/id/${top}`, { user: 'ben' })).status).toBe(200);
  });

  test('takes a list of documents, and without an input all', async () => {
    await give();
    await run({ input: `docs:${inner},${other}` }, "ben,o'neil");
    expect([await namesOf(inner), await namesOf(other)]).toEqual([
      'ann,not ann,ann,ann',
      'ann,not ann,ann,ann',
    ]);
    expect(await namesOf(top)).toBe(all);
    await run({}, 'ann,ben');
    for (const uid of [top, inner, other]) expect(await namesOf(uid)).toBe('not ann');
  });

  test('changes only documents whose permissions the caller may change', async () => {
    await setAcl(app, top, [grantAce('ann', 'Read'), grantAce('ben', 'Read')]);
    await setAcl(app, inner, [grantAce('ann', 'Everything'), grantAce('ben', 'Read')]);
    await setAcl(app, other, [grantAce('ben', 'Read'), denyAll]);
    const status = await run({ user: 'ann' }, 'ben');
    expect(status).toMatchObject({ processed: 2, errorCount: 1 });
    expect(await namesOf(inner)).toBe('ann');
    expect([await namesOf(top), await namesOf(other)]).toEqual(['ann,ben', 'ben,not Everyone']);
  });

  test.each([[''], [' , '], [Array.from({ length: 501 }, (_, at) => `u${at}`).join()]])(
    'names its users: %.10j is refused',
    async (usernames) => {
      const { status, json } = await callOperation(app, purge, { params: { usernames } });
      expect([status, json.message]).toEqual([400, expect.stringContaining('name 1 to 500')]);
    },
  );
});
