import { queueEvent, sendsEvents } from '../mail/mail-requests.ts';
import type { ChangeHook } from './change-hook.ts';

/** One row for each document that subscribers may want to know of; a job finds who they are. */
export const notificationsHook: ChangeHook = {
  announced(unit, { eventId, documents, comment, mail }) {
    if (mail === 'none' || !sendsEvents(unit)) return;
    if (unit.notifications.ofEvent(eventId).length === 0) return;
    const values = { ...(comment && { comment }), ...mail?.values };
    for (const { id, shape } of documents) {
      if (shape.facets.includes('SystemDocument')) continue;
      const { recipients, template } = mail ?? {};
      queueEvent(unit, { eventId, documentId: id, values, recipients, template });
    }
  },
};
