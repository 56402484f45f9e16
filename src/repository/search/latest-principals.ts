import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { mayEditPrincipals } from '../access/principal-rights.ts';
import { groupAsDocument, userAsDocument } from '../documents/principal-documents.ts';
import { findGroups } from '../principals/groups.ts';
import { findUsers } from '../principals/users.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { searchAuditEntries } from './audit-search.ts';
import { type ProviderRequest, pageWindow } from './provider-request.ts';
import { type FoundPage, unqueriedProvider } from './unqueried.ts';

const entriesMax = 1_000;

export const latestPrincipalsProvider = unqueriedProvider({
  name: 'LATEST_CREATED_USERS_OR_GROUPS_PROVIDER',
  finds: 'latestPrincipals',
  isSortable: true,
  pageSize: 0,
});

/**
 * Users and groups in the form of documents, latest creation first, as far as the audit goes back.
 * Only callers who manage users and groups find any.
 */
export async function runLatestPrincipals(
  unit: ReadUnit,
  request: ProviderRequest,
): Promise<FoundPage> {
  const window = pageWindow(latestPrincipalsProvider, request);
  const found = mayEditPrincipals(unit.principal) ? await latestPrincipals(unit.handle) : [];
  return {
    documents: found.slice(window.offset, window.offset + window.limit),
    total: found.length,
    window,
  };
}

/** A name that was removed and created again is listed once. */
async function latestPrincipals(handle: ReadHandle): Promise<readonly Document[]> {
  const { entries } = await searchAuditEntries(handle, {
    eventIds: ['user_created', 'group_created'],
    categories: [],
    principalNames: [],
    sort: [],
    offset: 0,
    limit: entriesMax,
  });
  const created = entries.flatMap(({ eventId, extended: { id } }) =>
    typeof id === 'string' ? [{ isUser: eventId === 'user_created', id }] : [],
  );
  const idsOf = (ofUsers: boolean): string[] =>
    created.filter(({ isUser }) => isUser === ofUsers).map(({ id }) => id);
  const users = await findUsers(handle, idsOf(true));
  const groups = await findGroups(handle, idsOf(false));
  const documents = new Map<string, Document>();
  for (const { isUser, id } of created) {
    const [user, group] = isUser ? [users.get(id), undefined] : [undefined, groups.get(id)];
    const key = `${isUser ? 'user' : 'group'} ${id}`;
    if (documents.has(key)) continue;
    if (user) documents.set(key, userAsDocument(user));
    if (group) documents.set(key, groupAsDocument(group));
  }
  return [...documents.values()];
}
