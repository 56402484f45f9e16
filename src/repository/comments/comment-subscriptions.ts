import type { Document } from '../../model/document.ts';
import { systemUsername } from '../../model/principal.ts';
import { subscribe, userSubscriber } from '../notifications/subscriptions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { readThreadFlags } from './comment-rows.ts';

/** The notifications about comments. */
const names = ['CommentAdded', 'CommentUpdated'];

/**
 * The author of a first comment on a document is told about other comments on it, and the creator of the
 * document about all of them. To be called before the comment is stored: a user who ends the subscription
 * later is not subscribed again. Versions send no mail.
 */
export async function subscribeToComments(unit: WriteUnit, document: Document): Promise<void> {
  const { username } = unit.principal;
  const offered = names.filter((name) => unit.notifications.find(name) !== undefined);
  if (document.isVersion || offered.length === 0) return;
  const thread = { document_id: document.id, author: username };
  const { hasComments, hasOwn } = await readThreadFlags(unit.handle, thread);
  if (hasOwn) return;
  const users = new Set([username, ...(hasComments ? [] : creatorOf(document))]);
  await subscribe(unit, {
    documentId: document.id,
    subscribers: [...users].map(userSubscriber),
    names: offered,
  });
}

/** None for documents of the server itself. */
function creatorOf({ properties }: Document): readonly string[] {
  const creator = properties['dc:creator'];
  if (typeof creator !== 'string' || creator === '') return [];
  return creator === systemUsername ? [] : [creator];
}
