import type { WriteUnit } from '../unit/unit.ts';
import { unsubscribe, userSubscriber } from './subscriptions.ts';

interface SubscriptionEnd {
  readonly documentId: string;
  readonly name: string;
  readonly username: string;
}

/**
 * Ends what leads to mails of a notification to the user: the own subscription on the document, and
 * those of groups for this user only. Nothing to do where the document is gone.
 */
export async function endSubscription(
  unit: WriteUnit,
  { documentId, name, username }: SubscriptionEnd,
): Promise<void> {
  const { handle } = unit;
  const subscribers = [userSubscriber(username)];
  await unsubscribe(unit, { documentId, subscribers, names: [name] });
  const byGroup = await handle.first(
    handle.builder
      .selectFrom('subscription')
      .select('subscriber')
      .where('document_id', '=', documentId)
      .where('name', '=', name)
      .where('subscriber', '>=', 'group:')
      .where('subscriber', '<', 'group;')
      .limit(1),
  );
  if (!byGroup) return;
  await handle.run(
    handle.builder
      .insertInto('subscription_refusal')
      .values({ document_id: documentId, username, name })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
