import type { Document } from '../../model/document.ts';
import { versionLabel } from '../../model/version-numbers.ts';
import { type AuditedRow, auditedRow } from '../audit/audit-events.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announce } from './hooks.ts';

/** The comment of a check-in includes the version. */
export function announceCheckIn(
  unit: WriteUnit,
  { live, comment }: { live: Document; comment: string | null },
): Promise<void> {
  return announce(unit, {
    eventId: 'documentCheckedIn',
    documents: [live],
    comment: `${versionLabel(live)} ${comment ?? ''}`.trim(),
  });
}

const removedComment = 'Document does not exist anymore!';

/** Versions and proxies that are removed with their document. */
export function announceRemovals(
  unit: WriteUnit,
  { eventId, rows }: { eventId: 'versionRemoved' | 'proxyRemoved'; rows: readonly AuditedRow[] },
): Promise<void> {
  const documents = rows.map((row) => auditedRow(unit, row));
  return announce(unit, { eventId, documents, comment: removedComment });
}

/** The audit entries of the document stay when it is removed. */
export function announceRemoval(unit: WriteUnit, document: Document): Promise<void> {
  const liveOrVersion = document.isVersion ? 'versionRemoved' : 'documentRemoved';
  return announce(unit, {
    eventId: document.proxyTarget ? 'proxyRemoved' : liveOrVersion,
    documents: [document],
    comment: removedComment,
  });
}
