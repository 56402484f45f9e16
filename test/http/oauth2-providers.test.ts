import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { dumpStore } from '../support/store-dump.ts';

const path = '/api/v1/oauth2/provider';
const entity = (more: object) => ({ 'entity-type': 'nuxeoOAuth2ServiceProvider', ...more });

describe.each(engines)('OAuth2 providers on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'jdoe');
  });
  afterAll(() => app.close());

  const full = {
    serviceName: 'cloud',
    description: 'Files of the cloud',
    clientId: 'cartulary',
    authorizationServerURL: 'https://cloud.example.org/authorize',
    tokenServerURL: 'https://cloud.example.org/token',
    userAuthorizationURL: null,
    scopes: ['files', 'profile'],
    isEnabled: true,
  };
  const fixed = { isAvailable: false, authorizationURL: null, isAuthorized: false, userId: null };

  test('are added, changed, listed and removed by administrators; the secret is never shown', async () => {
    const body = entity({ ...full, clientSecret: 'a-client-secret' });
    const added = await app.request(`POST ${path}`, { body });
    const shown = entity({ ...full, clientSecret: '***', ...fixed });
    expect([added.status, added.json]).toEqual([200, shown]);
    const dump = JSON.stringify(await dumpStore(app.services.database));
    expect(dump.includes('a-client-secret')).toBe(false);
    const change = { body: entity({ ...added.json, description: null, isEnabled: false }) };
    const changed = await app.request(`PUT ${path}/cloud`, change);
    expect(changed.json).toEqual({ ...shown, description: null, isEnabled: false });
    const { json } = await app.request(`GET ${path}`, { user: 'jdoe' });
    expect(json).toEqual({
      'entity-type': 'nuxeoOAuth2ServiceProviders',
      entries: [{ ...changed.json, clientSecret: null }],
    });
    const without = { body: entity({ clientSecret: '' }) };
    expect((await app.request(`PUT ${path}/cloud`, without)).json.clientSecret).toBeNull();
    expect((await app.request(`DELETE ${path}/cloud`)).status).toBe(204);
    expect((await app.request(`GET ${path}/cloud`)).json).toMatchObject({
      status: 404,
      message: 'Invalid provider: cloud',
    });
  });

  test('are changed by nobody else', async () => {
    const body = entity({ serviceName: 'mine' });
    const lines = [`POST ${path}`, `PUT ${path}/none`, `DELETE ${path}/none`];
    for (const line of lines) {
      const sent = line.startsWith('DELETE') ? {} : { body };
      const { status, json } = await app.request(line, { user: 'jdoe', ...sent });
      expect([status, json.message]).toEqual([
        403,
        'You do not have permissions to perform this operation.',
      ]);
      if (line.startsWith('POST')) continue;
      expect((await app.request(line, sent)).status).toBe(404);
    }
  });

  test('have no tokens', async () => {
    await app.request(`POST ${path}`, { body: entity({ serviceName: 'empty' }) });
    const none = await app.request(`GET ${path}/empty/token`, { user: 'jdoe' });
    expect([none.status, none.json.message]).toEqual([404, expect.stringContaining('no token')]);
    expect((await app.request(`GET ${path}/unknown/token`)).json.message).toContain(
      'Invalid provider: unknown',
    );
  });

  test.each<readonly [object, string]>([
    [{}, 'serviceName: is missing'],
    [{ serviceName: 7 }, 'serviceName:'],
    [{ serviceName: 'x'.repeat(300) }, 'serviceName:'],
    [{ serviceName: 'empty' }, 'exists already'],
    [{ serviceName: 'a', isEnabled: 'yes' }, 'isEnabled:'],
    [{ serviceName: 'a', scopes: 7 }, 'scopes:'],
    [
      { serviceName: 'a', authorizationServerURL: 'javascript:alert(1)' },
      'authorizationServerURL:',
    ],
    [{ serviceName: 'a', tokenServerURL: 'https://u:p@example.org' }, 'tokenServerURL:'],
  ])('%j is 400 and names the member', async (more, message) => {
    await app.request(`POST ${path}`, { body: entity({ serviceName: 'empty' }) });
    const { status, json } = await app.request(`POST ${path}`, { body: entity(more) });
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await app.request(`GET ${path}/a`)).status).toBe(404);
  });
});
