/** The facet that a document has while it has subscribers. */
export const notifiableFacet = 'Notifiable';

/** The notifications of a document with their subscribers. */
export const notificationsKey = 'notif:notifications';
