import { AppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Document } from '../../model/document.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { findAncestors } from '../documents/find-many.ts';
import { actingAsSystem, type ReadUnit, type WriteUnit, withoutLargeValues } from '../unit/unit.ts';

/** Subscribers of one document, written `user:<name>` or `group:<name>`. */
interface SubscriptionChange {
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

/**
 * The notifications that the caller names, or those that are offered for the document without names.
 *
 * @throws AppError request.invalid for a name that no notification has
 */
export async function chooseNotifications(
  unit: ReadUnit,
  document: Document,
  names: readonly string[],
): Promise<readonly string[]> {
  const { notifications } = unit;
  const unknown = names.find((name) => notifications.find(name) === undefined);
  if (unknown !== undefined) {
    const known = notifications.all.map(({ name }) => name).join(', ');
    const text = `notifications: there is no notification ${unknown.slice(0, 100)}; use some of ${known}`;
    throw new AppError('request.invalid', text);
  }
  if (names.length > 0) return [...new Set(names)];
  // Also folders that the caller may not read decide what is offered in them.
  const ancestors = await findAncestors(withoutLargeValues(actingAsSystem(unit)), [document]);
  const types = [document, ...ancestors.readableOf(document)].map(({ type }) => type);
  const isWithin = (wanted: string) =>
    types.some((type) => type === wanted || unit.model.isSubtype(type, wanted));
  return notifications.offered(isWithin).map(({ name }) => name);
}
