import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { callOperation } from '../../support/operations.ts';

const title = (value: string) => step('Document.SetProperty', { xpath: 'dc:title', value });

const chains = {
  AsBob: [step('Auth.LoginAs', { name: 'bob' }), title('by bob')],
  AsServer: [step('Auth.LoginAs'), title('by the server')],
  AndBack: [
    step('Auth.LoginAs', { name: 'bob' }),
    step('Auth.Logout'),
    step('Auth.Logout'),
    title('by the caller'),
  ],
  Inner: [step('Auth.LoginAs', { name: 'bob' }), step('RunOperation', { id: 'AsServer' })],
  Outer: [step('RunOperation', { id: 'Inner' }), title('after the inner chain')],
  AsNobody: [step('Auth.LoginAs', { name: 'nobody' })],
  ByName: [step('RunOperation', { id: 'expr:ChainParameters["which"]' })],
};

describe('acting as another user', () => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startWithChains('sqlite', chains);
    for (const name of ['ann', 'bob']) await createUser(app, name);
    await createUser(app, 'root', ['administrators']);
    ({ uid } = await createDocument(app, { name: 'plan' }));
    const params = { users: 'bob', permission: 'ReadWrite' };
    await callOperation(app, 'Document.AddPermission', { input: uid, params });
  });
  afterAll(() => app.close());

  const call = async (id: string, user: string, more: object = {}) => {
    const { status, json } = await callOperation(app, id, { input: uid, user, ...more });
    return [status, json?.message ?? null] as const;
  };
  const now = async (): Promise<readonly [title: string, by: string]> => {
    const headers = { properties: 'dublincore' };
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
    return [json.properties['dc:title'], json.properties['dc:lastContributor']];
  };

  test('the rest of a chain of the configuration has the rights and the name of that user', async () => {
    expect((await call('AsBob', 'ann'))[0]).toBe(200);
    expect(await now()).toEqual(['by bob', 'bob']);
    expect((await call('AsServer', 'ann'))[0]).toBe(200);
    expect(await now()).toEqual(['by the server', 'system']);
  });

  test('it ends with Auth.Logout, which does not end what was before', async () => {
    expect((await call('AndBack', 'ann'))[0]).toBe(403);
    expect((await call('AndBack', 'Administrator'))[0]).toBe(200);
    expect(await now()).toEqual(['by the caller', 'Administrator']);
  });

  test('it ends with the chain in which it began', async () => {
    expect((await call('Outer', 'ann'))[0]).toBe(403);
    expect(await now()).toEqual(['by the caller', 'Administrator']);
    expect((await call('Outer', 'root'))[0]).toBe(200);
    expect(await now()).toEqual(['after the inner chain', 'root']);
  });

  test('outside of chains only administrators may', async () => {
    const message = expect.stringContaining('Only administrators act as another user');
    const params = { name: 'bob' };
    expect(await call('Auth.LoginAs', 'ann', { params })).toEqual([403, message]);
    expect(await call('Auth.LoginAs', 'ann')).toEqual([403, message]);
    const nested = { params: { id: 'Auth.LoginAs' } };
    expect(await call('RunOperation', 'ann', nested)).toEqual([403, message]);
    const which = { params: { which: 'Auth.LoginAs' } };
    expect(await call('ByName', 'ann', which)).toEqual([403, message]);
    expect((await call('Auth.LoginAs', 'root', { params }))[0]).toBe(200);
  });

  test('the user has to exist', async () => {
    expect(await call('AsNobody', 'ann')).toEqual([
      404,
      expect.stringContaining('There is no user nobody to act as'),
    ]);
  });
});
