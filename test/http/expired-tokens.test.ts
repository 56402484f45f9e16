import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { digestSecret } from '../../src/repository/credentials/secret-digest.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { whenEnded } from '../support/bulk.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Vandal } from '../support/vandal.ts';

const hourMs = 3_600_000;

describe.each(engines)('rows of credentials on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    await createUser(app, 'jdoe');
  });
  afterEach(() => vandal.repair());
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const token = (id: string, refreshExpiresAt: number) => ({
    id,
    family: 'f',
    client_id: 'nuxeo-drive',
    username: 'jdoe',
    scope: '',
    access_digest: digestSecret(`access of ${id}`),
    refresh_digest: digestSecret(`refresh of ${id}`),
    created_at: 1,
    access_expires_at: 2,
    refresh_expires_at: refreshExpiresAt,
    ended_at: null,
    ended_by: null,
  });
  const idsInStore = async () => {
    const rows = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('oauth2_token').select('id').orderBy('id')),
    );
    return rows.map(({ id }) => id);
  };

  test('tokens that can no longer be refreshed are removed by an administrator', async () => {
    const rows = [token('old', Date.now() - hourMs), token('current', Date.now() + hourMs)];
    for (const row of rows) await vandal.insert('oauth2_token', row);
    const line = 'DELETE /api/v1/management/oauth2/expired';
    expect((await app.request(line, { user: 'jdoe' })).status).toBe(403);
    const { status, json } = await app.request(line);
    expect([status, json.action, json.username]).toEqual([
      200,
      'garbageCollectExpiredOAuth2Tokens',
      'system',
    ]);
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ state: 'COMPLETED', processed: 1, skipCount: 0, error: false });
    expect(await idsInStore()).toEqual(['current']);
  });

  test('a token or code of a user or client that does not exist is found', async () => {
    const { database, blobs, repository } = app.services;
    const find = () => storeFindings({ database, blobs, model: repository.model });
    expect(await find()).toEqual([]);
    await vandal.insert('oauth2_token', { ...token('a', 3), username: 'gone' });
    await vandal.insert('oauth2_token', { ...token('b', 3), client_id: 'gone' });
    const code = { client_id: 'gone', username: 'gone', family: 'f', scope: '', expires_at: 1 };
    const noChallenge = { redirect_uri: null, challenge: null, challenge_method: null };
    await vandal.insert('oauth2_code', { digest: 'c', ...code, ...noChallenge, used_at: null });
    await vandal.insert('auth_token', {
      id: 'd',
      digest: 'd',
      username: 'gone',
      application: 'app',
      device_id: null,
      device_description: '',
      permission: 'rw',
      created_at: 1,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    expect(await find()).toEqual([
      'error auth_token d: username names the user_account gone, which does not exist',
      'error oauth2_code c: client_id names the oauth2_client gone, which does not exist',
      'error oauth2_code c: username names the user_account gone, which does not exist',
      'error oauth2_token b: client_id names the oauth2_client gone, which does not exist',
      'error oauth2_token a: username names the user_account gone, which does not exist',
    ]);
  });
});
