import { now } from '../../base/clock.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { beginSecurityChange } from './security-revision.ts';

const revokedSession = defineStatement<{ id: string }, { id: string }>((builder, { id }) =>
  builder.selectFrom('revoked_session').select('id').where('id', '=', id),
);

interface EndedSession {
  readonly id: string;
  /** After this instant the session has expired and the row is not needed. */
  readonly expiresAt: number;
}

/** Ends sessions on all nodes at once, and deletes the rows of those that have expired meanwhile. */
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
