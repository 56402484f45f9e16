import { now } from '../../src/base/clock.ts';
import { digestSecret } from '../../src/repository/credentials/secret-digest.ts';
import type { TestApp } from './app.ts';

/** A token that the administrator has granted the client. */
export async function grantClient(app: TestApp, clientId: string): Promise<void> {
  const expiresAt = now() + 3_600_000;
  const token = {
    id: clientId,
    family: clientId,
    client_id: clientId,
    username: 'Administrator',
    scope: '',
    access_digest: digestSecret(`access of ${clientId}`),
    refresh_digest: digestSecret(`refresh of ${clientId}`),
    created_at: now(),
    access_expires_at: expiresAt,
    refresh_expires_at: expiresAt,
    ended_at: null,
    ended_by: null,
  };
  await app.services.database.write((handle) =>
    handle.run(handle.builder.insertInto('oauth2_token').values(token)),
  );
}
