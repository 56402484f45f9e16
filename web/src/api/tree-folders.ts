import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { quoted } from './children.ts';
import { api } from './client.ts';
import { pathQuery } from './documents.ts';
import { isGone } from './errors.ts';
import { listPageSize } from './first-requests.ts';
import { keys } from './keys.ts';
import { type Doc, type Docs, storedDocuments } from './types.ts';

const inTrees = { 'enrichers.document': 'hasFolderishChild' } as const;

/** Folders below a folder, as trees show them. */
export function foldersQuery(folder: string, index: number) {
  return queryOptions({
    queryKey: keys.folders(folder, index),
    queryFn: async ({ signal }): Promise<Docs> =>
      storedDocuments(
        await api.GET('/api/v1/search/pp/{name}/execute', {
          path: { name: 'tree_children' },
          query: { queryParams: [folder], pageSize: listPageSize, currentPageIndex: index },
          headers: inTrees,
          signal,
        }),
      ),
  });
}

/** Where a user begins: the root for those who may read it, otherwise the folders closest to it. */
export function startsQuery(client: QueryClient) {
  return queryOptions({
    queryKey: keys.list('starts'),
    queryFn: async (): Promise<readonly Doc[]> => {
      if (hasJustBeenRefused(client)) return topFolders();
      try {
        return [await client.fetchQuery(pathQuery(client, '/'))];
      } catch (error) {
        if (!isGone(error)) throw error;
        return topFolders();
      }
    },
  });
}

const refusedMs = 15_000;

/** The screen has asked for the root, and what it was told need not be asked again. */
function hasJustBeenRefused(client: QueryClient): boolean {
  const known = client.getQueryState(keys.path('/'));
  return isGone(known?.error) && Date.now() - (known?.errorUpdatedAt ?? 0) < refusedMs;
}

/** Not more requests than this look for top folders. */
const roundsMax = 5;

/** The folders that the user may read, without those that are in others of them. */
async function topFolders(): Promise<readonly Doc[]> {
  let found: readonly Doc[] = [];
  for (let round = 0; round < roundsMax; round += 1) {
    const page = storedDocuments(
      await api.GET('/api/v1/search/lang/NXQL/execute', {
        query: { query: topFoldersText(found), pageSize: listPageSize },
        headers: inTrees,
      }),
    );
    found = page.entries.reduce(withTop, found);
    if (!page.isNextPageAvailable) break;
  }
  return found;
}

/** In the order of paths a folder comes before those in it. */
function topFoldersText(known: readonly Doc[]): string {
  const others = known.map(({ path }) => ` AND NOT ecm:path STARTSWITH ${quoted(path)}`);
  const itself = known.map(({ uid }) => ` AND ecm:uuid != ${quoted(uid)}`);
  return `SELECT * FROM Document WHERE ecm:mixinType = 'Folderish' AND ecm:isVersion = 0
    AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:mixinType != 'HiddenInNavigation'
    ${others.join('')}${itself.join('')} ORDER BY ecm:path`;
}

function withTop(tops: readonly Doc[], folder: Doc): readonly Doc[] {
  const isBelow = tops.some(({ path }) => path === '/' || folder.path.startsWith(`${path}/`));
  return isBelow ? tops : [...tops, folder];
}
