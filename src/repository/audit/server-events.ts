import { auditCategories } from '../../model/audit-categories.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { recordAuditEntry } from './audit-log.ts';

type ServerEventId =
  | 'migrationProbed'
  | 'migrationStarted'
  | 'migrationEnded'
  | 'migrationFailed'
  | 'registrationChanged';

interface ServerEvent {
  readonly eventId: ServerEventId;
  readonly comment: string;
  readonly extended: object;
}

/** Records what an administrator does with the server itself, and what comes of it. */
export async function recordServerEvent(
  unit: WriteUnit,
  { eventId, comment, extended }: ServerEvent,
): Promise<void> {
  if (!unit.isAudited) return;
  const category = auditCategories.management;
  await recordAuditEntry(unit, { eventId, category, comment, extended });
}
