import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../test/support/engines.ts';
import { now } from '../../base/clock.ts';
import { isSessionRevoked, revokeSessions } from './revoked-sessions.ts';
import { readSecurityRevision } from './security-revision.ts';
import { ensureSessionSecret } from './session-secret.ts';

describe.each(engines)('sessions in the store on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('a revoked session is found, and revoking it again is harmless', async () => {
    const session = { id: 's1', expiresAt: now() + 60_000 };
    const before = await opened.database.read(readSecurityRevision);
    await opened.database.write((handle) => revokeSessions(handle, [session]));
    await opened.database.write((handle) => revokeSessions(handle, [session]));
    expect(await opened.database.read((handle) => isSessionRevoked(handle, 's1'))).toBe(true);
    expect(await opened.database.read((handle) => isSessionRevoked(handle, 's2'))).toBe(false);
    expect(await opened.database.read(readSecurityRevision)).toBeGreaterThan(before);
  });

  test('sessions that expired are deleted at the next revocation', async () => {
    const expired = { id: 'expired', expiresAt: now() - 1_000 };
    await opened.database.write((handle) => revokeSessions(handle, [expired]));
    const other = { id: 'other', expiresAt: now() + 60_000 };
    await opened.database.write((handle) => revokeSessions(handle, [other]));
    expect(await opened.database.read((handle) => isSessionRevoked(handle, 'expired'))).toBe(false);
  });

  test('the secret is made once, also when many ask first', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 6 }, () => ensureSessionSecret(opened.database)),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toHaveLength(43);
  });
});
