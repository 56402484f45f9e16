import { recordDocumentEvent, recordDocumentEvents } from '../audit/audit-events.ts';
import type { ChangeHook } from './change-hook.ts';

export const auditHook: ChangeHook = {
  announced(handle, session, events) {
    const { eventId, comment, documents } = events;
    const [only, ...others] = documents;
    if (!only || others.length > 0) return recordDocumentEvents(handle, session, events);
    return recordDocumentEvent(handle, session, { eventId, comment, document: only });
  },
};
