import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AccessEntry } from '../documents/access.ts';
import { type Ancestor, type EntrySource, placeEntries } from '../documents/access-sources.ts';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { kindOf } from './errors.ts';
import { keys } from './keys.ts';
import { inputOf } from './operation-call.ts';
import { type Person, personOf } from './people.ts';
import { type Doc, storedDocument, storedDocuments } from './types.ts';

/** An entry as the screen shows it. */
export interface Entry extends AccessEntry {
  readonly person: Person;
  readonly givenBy: Person | null;
  /** The list that has it: entries of other lists than `local` are not changed by users. */
  readonly list: string;
  readonly isNotified: boolean;
  readonly comment: string | undefined;
}

export type PlacedEntry = Entry & { readonly source: EntrySource };

export interface DocumentRights {
  readonly own: readonly Entry[];
  readonly inherited: readonly Entry[];
  /** Own ones, then those from above, each with where it is set. */
  readonly entries: readonly PlacedEntry[];
  /** What is usually granted on documents of this type. */
  readonly offered: readonly string[];
}

interface AceEntity {
  readonly id: string;
  readonly username: unknown;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: unknown;
  readonly begin: string | null;
  readonly end: string | null;
  readonly notify?: boolean;
  readonly comment?: string;
}

interface AclEntity {
  readonly name: string;
  readonly aces: readonly AceEntity[];
}

const withEntries = {
  'enrichers.document': 'acls,userVisiblePermissions',
  'fetch.acls': 'username,creator,extended',
} as const;

const inheritedName = 'inherited';

/** Undefined where the user may not read permissions. */
function listsOf({ contextParameters }: Doc): readonly AclEntity[] | undefined {
  const lists = contextParameters.acls;
  return Array.isArray(lists) ? (lists as readonly AclEntity[]) : undefined;
}

function entryOf(ace: AceEntity, list: string): Entry {
  const person = personOf(ace.username);
  const givenBy = ace.creator === null ? null : personOf(ace.creator);
  return {
    id: ace.id,
    name: person.name,
    permission: ace.permission,
    isGranted: ace.granted,
    creator: givenBy?.name ?? null,
    begin: ace.begin === null ? null : Date.parse(ace.begin),
    end: ace.end === null ? null : Date.parse(ace.end),
    person,
    givenBy,
    list,
    isNotified: ace.notify === true,
    comment: ace.comment || undefined,
  };
}

/** Null where the user may not read permissions. */
export function rightsQuery({ uid, path }: Pick<Doc, 'uid' | 'path'>) {
  return queryOptions({
    queryKey: keys.part(uid, 'rights'),
    async queryFn({ signal }): Promise<DocumentRights | null> {
      const options = { path: { id: uid }, headers: withEntries, signal };
      const [document, above] = await Promise.all([
        api.GET('/api/v1/id/{id}', options).then(storedDocument),
        ancestorsOf(path, signal),
      ]);
      const lists = listsOf(document);
      if (!lists) return null;
      const entries = lists.flatMap(({ name, aces }) => aces.map((ace) => entryOf(ace, name)));
      const own = entries.filter(({ list }) => list !== inheritedName);
      const inherited = entries.filter(({ list }) => list === inheritedName);
      const offered = document.contextParameters.userVisiblePermissions;
      return {
        own,
        inherited,
        entries: placeEntries({ own, inherited }, above),
        offered: Array.isArray(offered) ? offered.map(String) : [],
      };
    },
  });
}

const withOwnEntries = { 'enrichers.document': 'acls', properties: 'dublincore' } as const;

/** The nearest first; without those that the user may not see. */
async function ancestorsOf(path: string, signal: AbortSignal): Promise<readonly Ancestor[]> {
  if (path === '/') return [];
  const names = path.split('/').filter(Boolean).slice(0, -1);
  const paths = names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`);
  const [found, root] = await Promise.all([foldersAt(paths, signal), rootFolder(signal)]);
  const ancestors = [...found, ...root].map(ancestorOf);
  return ancestors.sort((a, b) => b.path.length - a.path.length);
}

async function foldersAt(paths: readonly string[], signal: AbortSignal): Promise<readonly Doc[]> {
  if (paths.length === 0) return [];
  const conditions = paths.map((each) => `ecm:path = '${quoted(each)}'`).join(' OR ');
  const query = `SELECT * FROM Document WHERE ecm:isVersion = 0 AND (${conditions})`;
  const page = await api.GET('/api/v1/search/lang/NXQL/execute', {
    query: { query, pageSize: paths.length },
    headers: withOwnEntries,
    signal,
  });
  return storedDocuments(page).entries;
}

/** Queries do not find it. */
async function rootFolder(signal: AbortSignal): Promise<readonly Doc[]> {
  try {
    const options = { path: { rest: '' }, headers: withOwnEntries, signal };
    return [storedDocument(await api.GET('/api/v1/path/{rest}', options))];
  } catch (error) {
    if (kindOf(error) === 'forbidden' || kindOf(error) === 'not-found') return [];
    throw error;
  }
}

function ancestorOf(document: Doc): Ancestor {
  const lists = listsOf(document) ?? [];
  const own = lists.filter(({ name }) => name !== inheritedName);
  const { uid, path } = document;
  // The root has no title: the server writes its id in the place of one.
  const title = path === '/' ? '' : document.title;
  return { uid, title, path, entryIds: own.flatMap(({ aces }) => aces.map(({ id }) => id)) };
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

/** How many documents a change of a folder touches, of those that the user may see; at most the count of the server. */
export function touchedQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'below'),
    async queryFn({ signal }): Promise<{ readonly count: number; readonly isMore: boolean }> {
      const { resultsCount, resultsCountLimit } = await api.GET(
        '/api/v1/search/lang/NXQL/execute',
        {
          query: {
            query: `SELECT * FROM Document WHERE ecm:ancestorId = '${uid}' AND ecm:isVersion = 0 AND ecm:mixinType <> 'HiddenInNavigation' AND ecm:primaryType <> 'Comment'`,
            pageSize: 1,
          },
          signal,
        },
      );
      return resultsCount >= 0
        ? { count: resultsCount, isMore: false }
        : { count: resultsCountLimit ?? 0, isMore: true };
    },
  });
}

export interface Grant {
  /** Names of users and groups; for a person outside the address in their place. */
  readonly users: readonly string[];
  readonly email: string | undefined;
  readonly permission: string;
  readonly begin?: Date | undefined;
  readonly end: Date | undefined;
  readonly isNotified: boolean;
  readonly comment: string;
}

export async function grant(
  client: QueryClient,
  uids: readonly string[],
  given: Grant,
): Promise<void> {
  const { users, email, permission, begin, end, isNotified, comment } = given;
  await api.operation('Document.AddPermission', {
    input: inputOf(uids),
    params: {
      permission,
      ...(users.length > 0 && { users }),
      ...(users.length === 0 && email && { email }),
      ...(begin && { begin: begin.toISOString() }),
      ...(end && { end: end.toISOString() }),
      notify: isNotified,
      ...(comment && { comment }),
    },
  });
  await changed(client, { documents: uids });
}

/** Puts another permission or time in the place of an entry. */
export async function replaceEntry(
  client: QueryClient,
  uid: string,
  { entry, permission, end }: { entry: Entry; permission: string; end: Date | undefined },
): Promise<void> {
  await api.operation('Document.ReplacePermission', {
    input: uid,
    params: {
      id: entry.id,
      username: entry.name,
      permission,
      ...(entry.begin !== null && { begin: new Date(entry.begin).toISOString() }),
      ...(end && { end: end.toISOString() }),
      notify: entry.isNotified,
      ...(entry.comment && { comment: entry.comment }),
    },
  });
  await changed(client, { documents: [uid] });
}

export async function revoke(client: QueryClient, uid: string, entry: Entry): Promise<void> {
  await removeEntry(uid, entry.id);
  await changed(client, { documents: [uid] });
}

function removeEntry(uid: string, id: string): Promise<unknown> {
  return api.operation('Document.RemovePermission', { input: uid, params: { id } });
}

/** Gives an entry back that was removed. Only those that grant can be given back with their times. */
export function grantAgain(client: QueryClient, uid: string, entry: Entry): Promise<void> {
  return grant(client, [uid], {
    users: [entry.name],
    email: undefined,
    permission: entry.permission,
    begin: entry.begin === null ? undefined : new Date(entry.begin),
    end: entry.end === null ? undefined : new Date(entry.end),
    isNotified: entry.isNotified,
    comment: entry.comment ?? '',
  });
}

export async function blockInheritance(client: QueryClient, uid: string): Promise<void> {
  await api.operation('Document.BlockPermissionInheritance', { input: uid, params: {} });
  await changed(client, { documents: [uid] });
}

export async function unblockInheritance(client: QueryClient, uid: string): Promise<void> {
  await api.operation('Document.UnblockPermissionInheritance', { input: uid, params: {} });
  await changed(client, { documents: [uid] });
}

/** Takes a block back, with the entries that it has added to those from before. */
export async function undoBlock(
  client: QueryClient,
  uid: string,
  { before, blocker }: { before: readonly Entry[]; blocker: string },
): Promise<void> {
  await api.operation('Document.UnblockPermissionInheritance', { input: uid, params: {} });
  const added = [blocker, 'administrators'].map((name) => `${name}:Everything:true:::`);
  for (const id of added) {
    if (!before.some((entry) => entry.id === id)) await removeEntry(uid, id);
  }
  await changed(client, { documents: [uid] });
}
