import type { Doc } from '../api/types.ts';

/** Where the application shows a document: folders as lists by their paths, all others by their ids. */
export type Place = FolderPlace | DocumentPlace;

interface FolderPlace {
  readonly to: '/browse/$';
  readonly params: { readonly _splat: string };
}

export interface DocumentPlace {
  readonly to: '/document/$uid';
  readonly params: { readonly uid: string };
  /** The list in which it was found. */
  readonly search?: {
    readonly from: string;
    readonly sort: string;
    readonly order: 'asc' | 'desc';
  };
}

export function placeOf(document: Pick<Doc, 'uid' | 'path' | 'facets' | 'isVersion'>): Place {
  if (isFolder(document) && !document.isVersion) return folderPlace(document.path);
  return { to: '/document/$uid', params: { uid: document.uid } };
}

export function folderPlace(path: string): Place {
  return { to: '/browse/$', params: { _splat: path.replace(/^\//, '') } };
}

export function isFolder({ facets }: Pick<Doc, 'facets'>): boolean {
  return facets.includes('Folderish') && !facets.includes('Collection');
}

/** The path of the parent; the root has none. */
export function parentPath(path: string): string | undefined {
  if (path === '/' || path === '') return undefined;
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
