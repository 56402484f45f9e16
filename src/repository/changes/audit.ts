import { recordDocumentEvent, recordDocumentEvents } from '../audit/audit-events.ts';
import type { ChangeHook } from './change-hook.ts';

export const auditHook: ChangeHook = {
  announced(unit, events) {
    const { eventId, comment, documents } = events;
    const [only, ...others] = documents;
    if (!only || others.length > 0) return recordDocumentEvents(unit, events);
    return recordDocumentEvent(unit, { eventId, comment, document: only });
  },
};
