import type { Query, QueryClient } from '@tanstack/react-query';
import { isListOfFolders, keys, type ListName } from './keys.ts';
import type { Doc, Docs } from './types.ts';

/** What a change of the user has touched. */
export interface Changed {
  /** Ids of documents. */
  readonly documents?: readonly string[];
  /** Ids of the folders whose lists have changed. */
  readonly parents?: readonly string[];
  readonly lists?: readonly ListName[];
}

/** Asks again for all that depends on a change and is on the screen. Screens never do this themselves. */
export async function changed(
  client: QueryClient,
  { documents = [], parents = [], lists = [] }: Changed,
): Promise<void> {
  const touched = [
    ...documents.map(keys.document),
    ...parents.flatMap((uid) => [keys.children(uid), keys.document(uid)]),
    ...lists.map((name) => keys.list(name)),
    // Paths lead to documents, whose names may have changed.
    ...(documents.length > 0 ? [['path']] : []),
  ];
  await Promise.all([
    ...touched.map((queryKey) => client.invalidateQueries({ queryKey })),
    client.invalidateQueries({ predicate: (query) => listsFolders(query, parents) }),
  ]);
}

/** Lists of folders say of each whether there are folders in it, which a change within the folder may have changed. */
function listsFolders({ queryKey, state: { data } }: Query, uids: readonly string[]): boolean {
  if (uids.length === 0 || !isListOfFolders(queryKey)) return false;
  return foldersIn(data).some(({ uid }) => uids.includes(uid));
}

function foldersIn(data: unknown): readonly Pick<Doc, 'uid'>[] {
  if (Array.isArray(data)) return data;
  const { entries = [] } = (data ?? {}) as Partial<Docs>;
  return entries;
}

/** After a change of documents that are not known one by one. */
export async function changedAnywhere(client: QueryClient): Promise<void> {
  const touched = ['document', 'path', 'children', 'list'];
  await Promise.all(touched.map((first) => client.invalidateQueries({ queryKey: [first] })));
}
