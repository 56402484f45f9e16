import { mayEditPrincipals } from '../access/principal-rights.ts';
import { groupAsDocument, userAsDocument } from '../documents/principal-documents.ts';
import { searchGroups, searchUsers, userNameFields } from '../principals/search-principals.ts';
import type { ReadUnit } from '../unit/unit.ts';
import type { PageProvider } from './definition.ts';
import { type ProviderRequest, pageWindow } from './provider-request.ts';
import { type FoundPage, unqueriedProvider } from './unqueried.ts';

const pageSize = 20;
const listing = { isSortable: false, pageSize } as const;

/** Sorted by name, whatever order is asked for. */
export const principalProviders: readonly PageProvider[] = [
  unqueriedProvider({ name: 'groups_listing', finds: 'groups', ...listing }),
  unqueriedProvider({ name: 'nuxeo_groups_listing', finds: 'groups', ...listing }),
  unqueriedProvider({ name: 'nuxeo_principals_listing', finds: 'users', ...listing }),
  unqueriedProvider({ name: 'users_listing', finds: 'users', ...listing }),
];

/**
 * A page of users or groups in the form of documents, whose names begin with the first parameter; all
 * without one. Only callers who manage users and groups find any.
 */
export async function runPrincipalProvider(
  { handle, principal }: ReadUnit,
  { provider, request }: { readonly provider: PageProvider; readonly request: ProviderRequest },
): Promise<FoundPage> {
  const window = pageWindow(provider, request);
  if (!mayEditPrincipals(principal)) return { documents: [], total: 0, window };
  const { limit, offset, countLimit } = window;
  const prefix = request.positional[0] ?? '';
  const page = { limit, offset, countLimit };
  if (provider.finds === 'groups') {
    const { entries, total = unknown } = await searchGroups(handle, { prefix, ...page });
    return { documents: entries.map(groupAsDocument), total, window };
  }
  const terms = prefix === '' ? [] : [{ prefix, fields: userNameFields }];
  const { entries, total = unknown } = await searchUsers(handle, { terms, ...page });
  return { documents: entries.map(userAsDocument), total, window };
}

/** More than are counted. */
const unknown = -2;
