/**
 * What lists ask of each document, by which the application knows what can be done with it. Each of these costs the
 * server at most one query for a whole page.
 */
export const actionEnrichers = 'permissions,favorites,subscribedNotifications';
export const actionFetches = 'lock';
