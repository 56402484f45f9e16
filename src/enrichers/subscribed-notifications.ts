import { texts } from '../entities/json-schema.ts';
import { subscribedNames } from '../repository/notifications/subscriptions.ts';
import { defineEnricher } from './define.ts';

/** The notifications to which the caller itself is subscribed on the document itself. */
export const subscribedNotificationsEnricher = defineEnricher({
  name: 'subscribedNotifications',
  entityType: 'document',
  schema: texts,
  queriesMax: 1,
  async run({ unit }, documents) {
    const names = await subscribedNames(
      unit,
      documents.map(({ id }) => id),
    );
    return documents.map(({ id }) => names.get(id) ?? []);
  },
});
