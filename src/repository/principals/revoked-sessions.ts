import { now } from '../../base/clock.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { beginSecurityChange } from './security-revision.ts';

const revokedSession = defineStatement<{ id: string }, { id: string }>((builder, { id }) =>
  builder.selectFrom('revoked_session').select('id').where('id', '=', id),
);

interface EndedSession {
  readonly id: string;
  /** After this instant the session is over anyway and need not be remembered. */
  readonly expiresAt: number;
}

/** Ends sessions everywhere, at once, and forgets those that have expired meanwhile. */
export async function revokeSessions(
  handle: WriteHandle,
  sessions: readonly EndedSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await beginSecurityChange(handle);
  await handle.run(handle.builder.deleteFrom('revoked_session').where('expires_at', '<', now()));
  await handle.run(
    handle.builder
      .insertInto('revoked_session')
      .values(sessions.map(({ id, expiresAt }) => ({ id, expires_at: expiresAt })))
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
}

export async function isSessionRevoked(handle: ReadHandle, id: string): Promise<boolean> {
  return (await handle.fetchFirst(revokedSession, { id })) !== undefined;
}
