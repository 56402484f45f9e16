import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Document } from '../../../client/src/index.ts';
import { pathQuery } from '../api/documents.ts';
import { childFoldersQuery, foldersByTitleQuery } from '../api/folders.ts';
import { type Doc, storedDocument } from '../api/types.ts';

/** Shorter texts would find nearly everything. */
const wordsMin = 2;

export interface FolderNode {
  readonly folder: Doc;
  readonly children: readonly FolderNode[];
  readonly hasChildren: boolean;
}

/** Folders above a document that the user may read, from the highest; the document is the last. */
export function foldersAbove(document: Doc | undefined): readonly Doc[] {
  const { breadcrumb } = document?.contextParameters ?? {};
  if (typeof breadcrumb !== 'object' || breadcrumb === null) return [];
  const entries = 'entries' in breadcrumb ? breadcrumb.entries : [];
  return Array.isArray(entries) ? entries.map((each: Document) => storedDocument(each)) : [];
}

/** Folders as a tree from the root, or from the highest one that the user may read. */
export function useFolderTree(start: Doc | undefined, expanded: ReadonlySet<string>) {
  const client = useQueryClient();
  const root = useQuery({ ...pathQuery(client, '/'), retry: false });
  const lists = useQueries({ queries: [...expanded].map((uid) => childFoldersQuery(uid)) });
  const loaded = new Map([...expanded].map((uid, at) => [uid, lists[at]?.data?.entries ?? []]));
  const nodeOf = (folder: Doc): FolderNode => ({
    folder,
    children: (loaded.get(folder.uid) ?? []).map(nodeOf),
    hasChildren: folder.contextParameters.hasFolderishChild !== false,
  });
  const highest = root.data ?? (root.error ? foldersAbove(start)[0] : undefined);
  return {
    nodes: highest ? [nodeOf(highest)] : [],
    error: lists.find(({ error }) => error)?.error ?? (highest ? undefined : root.error),
    isPending: root.isPending,
  };
}

/** Folders anywhere whose title has the words; undefined for too few letters. */
export function useFoundFolders(words: string) {
  const title = words.trim();
  const isAsked = title.length >= wordsMin;
  const found = useQuery({ ...foldersByTitleQuery(title), enabled: isAsked });
  return isAsked ? found : undefined;
}
