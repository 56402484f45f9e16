import type { Document } from '../../model/document.ts';
import { subscribe, userSubscriber } from '../notifications/subscriptions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { hasCommented } from './comment-rows.ts';

/** The notifications about comments. */
const names = ['CommentAdded', 'CommentUpdated'];

/**
 * The author of a first comment on a document is told about other comments on it. To be called
 * before the comment is stored: a user who ends the subscription later is not subscribed again.
 * Versions send no mail.
 */
export async function subscribeNewAuthor(unit: WriteUnit, document: Document): Promise<void> {
  const { username } = unit.principal;
  const offered = names.filter((name) => unit.notifications.find(name) !== undefined);
  if (document.isVersion || offered.length === 0) return;
  if (await hasCommented(unit.handle, { document_id: document.id, author: username })) return;
  await subscribe(unit, {
    documentId: document.id,
    subscribers: [userSubscriber(username)],
    names: offered,
  });
}
