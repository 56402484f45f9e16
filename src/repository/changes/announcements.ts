import type { Document } from '../../model/document.ts';
import { versionLabel } from '../../model/version-numbers.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { type AuditedRow, auditedRow } from '../audit/audit-events.ts';
import type { Session } from '../unit/session.ts';
import { announce } from './hooks.ts';

/** The comment of a check-in tells the version as well. */
export function announceCheckIn(
  handle: WriteHandle,
  session: Session,
  { live, comment }: { live: Document; comment: string | null },
): Promise<void> {
  return announce(handle, session, {
    eventId: 'documentCheckedIn',
    documents: [live],
    comment: `${versionLabel(live)} ${comment ?? ''}`.trim(),
  });
}

const removedComment = 'Document does not exist anymore!';

/** Versions and proxies that go with what they belong to. */
export function announceRemovals(
  handle: WriteHandle,
  session: Session,
  { eventId, rows }: { eventId: 'versionRemoved' | 'proxyRemoved'; rows: readonly AuditedRow[] },
): Promise<void> {
  const documents = rows.map((row) => auditedRow(session, row));
  return announce(handle, session, { eventId, documents, comment: removedComment });
}

/** What the audit tells of the document stays when it goes. */
export function announceRemoval(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<void> {
  const liveOrVersion = document.isVersion ? 'versionRemoved' : 'documentRemoved';
  return announce(handle, session, {
    eventId: document.proxyTarget ? 'proxyRemoved' : liveOrVersion,
    documents: [document],
    comment: removedComment,
  });
}
