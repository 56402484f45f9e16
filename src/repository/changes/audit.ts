import { recordDocumentEvent, recordDocumentEvents } from '../audit/audit-events.ts';
import type { ChangeHook } from './change-hook.ts';

export const auditHook: ChangeHook = {
  announced(unit, events) {
    const { eventId, comment, documents, extended } = events;
    const [only, ...others] = documents;
    if (!only || others.length > 0) {
      return recordDocumentEvents(unit, { ...events, extendedOf: () => extended });
    }
    return recordDocumentEvent(unit, {
      eventId,
      comment,
      document: only,
      ...(extended && { extended }),
    });
  },
};
