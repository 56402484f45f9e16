import { slicesOf } from '../../base/slices.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

/** Subscribers of one document, written `user:<name>` or `group:<name>`. */
export interface SubscriptionChange {
  readonly documentId: string;
  readonly subscribers: readonly string[];
  /** Of notifications. */
  readonly names: readonly string[];
}

export function userSubscriber(username: string): string {
  return `user:${username}`;
}

const rowsPerInsert = 500;

/**
 * Subscribes users and groups to notifications of a document; existing subscriptions stay. Not a
 * change of the document. Permissions are checked by the caller.
 */
export async function subscribe(
  { handle }: WriteUnit,
  { documentId, subscribers, names }: SubscriptionChange,
): Promise<void> {
  const rows = subscribers.flatMap((subscriber) =>
    names.map((name) => ({ document_id: documentId, subscriber, name })),
  );
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(
      handle.builder
        .insertInto('subscription')
        .values(some)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  await endRefusals({ handle }, { documentId, subscribers, names });
}

/** A user who subscribes wants the mails, also those that a group has. */
async function endRefusals(
  { handle }: Pick<WriteUnit, 'handle'>,
  { documentId, subscribers, names }: SubscriptionChange,
): Promise<void> {
  const users = subscribers.flatMap((each) => (each.startsWith('user:') ? [each.slice(5)] : []));
  if (users.length === 0 || names.length === 0) return;
  await handle.run(
    handle.builder
      .deleteFrom('subscription_refusal')
      .where('document_id', '=', documentId)
      .where('username', 'in', keyList(handle.dialect, users))
      .where('name', 'in', keyList(handle.dialect, names)),
  );
}

/** Ends subscriptions of a document; all of the subscribers when no names are given. */
export async function unsubscribe(
  { handle }: WriteUnit,
  { documentId, subscribers, names }: SubscriptionChange,
): Promise<void> {
  await handle.run(
    handle.builder
      .deleteFrom('subscription')
      .where('document_id', '=', documentId)
      .where('subscriber', 'in', keyList(handle.dialect, subscribers))
      .$if(names.length > 0, (q) => q.where('name', 'in', keyList(handle.dialect, names))),
  );
}

/** The notifications to which the caller is subscribed on the documents themselves, sorted. */
export async function subscribedNames(
  { handle, principal }: ReadUnit,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (documentIds.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('subscription')
      .select(['document_id', 'name'])
      .where('document_id', 'in', keyList(handle.dialect, [...new Set(documentIds)]))
      .where('subscriber', '=', userSubscriber(principal.username))
      .orderBy('document_id')
      .orderBy('name'),
  );
  const byDocument = Map.groupBy(rows, (row) => row.document_id);
  return new Map([...byDocument].map(([id, found]) => [id, found.map(({ name }) => name)]));
}
