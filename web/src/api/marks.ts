import type { QueryClient } from '@tanstack/react-query';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { inputOf, suggestionsOf } from './operation-call.ts';
import type { Doc } from './types.ts';

/** What users put onto documents without changing their content: tags, stars, locks and subscriptions. */

export function tagsOf({ contextParameters }: Doc): readonly string[] {
  const { tags } = contextParameters;
  return Array.isArray(tags) ? tags.map(String) : [];
}

export function isFavorite({ contextParameters }: Doc): boolean {
  const { favorites } = contextParameters;
  return typeof favorites === 'object' && favorites !== null && 'isFavorite' in favorites
    ? favorites.isFavorite === true
    : favorites === true;
}

/** To more than comments: the server subscribes authors to these by itself. */
export function isSubscribed({ contextParameters }: Doc): boolean {
  const { subscribedNotifications: names } = contextParameters;
  return Array.isArray(names) && names.some((name) => !String(name).startsWith('Comment'));
}

/** Shows a change at once, and as it was before if the server refuses it. */
async function atOnce(
  client: QueryClient,
  { uid, shown, send }: { uid: string; shown: object; send: () => Promise<unknown> },
): Promise<void> {
  const queryKey = keys.document(uid);
  await client.cancelQueries({ queryKey, exact: true });
  const before = client.getQueryData<Doc>(queryKey);
  if (before) {
    const contextParameters = { ...before.contextParameters, ...shown };
    client.setQueryData<Doc>(queryKey, { ...before, contextParameters });
  }
  try {
    await send();
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  }
}

/** As the server keeps them. */
function normalTag(tag: string): string {
  return tag.toLowerCase().replaceAll(/[\s/\\'%]/g, '');
}

export async function addTag(client: QueryClient, document: Doc, tag: string): Promise<void> {
  const { uid } = document;
  const tags = [...new Set([...tagsOf(document), normalTag(tag)])].sort();
  const send = () => api.operation('Services.TagDocument', { input: uid, params: { tags: [tag] } });
  await atOnce(client, { uid, shown: { tags }, send });
  await changed(client, { documents: [uid] });
}

export async function removeTag(client: QueryClient, document: Doc, tag: string): Promise<void> {
  const { uid } = document;
  const tags = tagsOf(document).filter((each) => each !== tag);
  const send = () =>
    api.operation('Services.UntagDocument', { input: uid, params: { tags: [tag] } });
  await atOnce(client, { uid, shown: { tags }, send });
  await changed(client, { documents: [uid] });
}

/** Tags of other documents that begin with a text. */
export async function suggestTags(text: string, signal: AbortSignal): Promise<readonly string[]> {
  if (text === '') return [];
  const options = { params: { searchTerm: text }, signal };
  const found = await suggestionsOf(await api.operation('Tag.Suggestion', options));
  return found.map(({ label }) => label);
}

export async function setFavorite(
  client: QueryClient,
  documents: readonly Doc[],
  isWanted: boolean,
): Promise<void> {
  const uids = documents.map(({ uid }) => uid);
  const name = isWanted ? 'Document.AddToFavorites' : 'Document.RemoveFromFavorites';
  const send = () => api.operation(name, { input: inputOf(uids), params: {} });
  const [uid] = uids;
  if (uid === undefined) return;
  if (uids.length > 1) await send();
  else await atOnce(client, { uid, shown: { favorites: { isFavorite: isWanted } }, send });
  await changed(client, { documents: uids, lists: ['favorites'] });
}

export async function setLock(
  client: QueryClient,
  uids: readonly string[],
  isWanted: boolean,
): Promise<void> {
  const name = isWanted ? 'Document.Lock' : 'Document.Unlock';
  await api.operation(name, { input: inputOf(uids), params: {} });
  await changed(client, { documents: uids });
}

/** In the place of the lock of another user, who can no longer save. */
export async function takeLock(client: QueryClient, uid: string): Promise<void> {
  await api.operation('Document.Unlock', { input: uid, params: {} });
  await setLock(client, [uid], true);
}

/** To all notifications that there are for the documents. */
export async function setSubscribed(
  client: QueryClient,
  uids: readonly string[],
  isWanted: boolean,
): Promise<void> {
  const name = isWanted ? 'Document.Subscribe' : 'Document.Unsubscribe';
  await api.operation(name, { input: inputOf(uids), params: {} });
  await changed(client, { documents: uids });
}
