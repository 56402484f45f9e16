import type { Doc } from '../api/types.ts';

/** Where the application shows a document: folders and collections as lists, all others by themselves. */
export type Place = FolderPlace | CollectionPlace | DocumentPlace;

interface FolderPlace {
  readonly to: '/browse/$';
  readonly params: { readonly _splat: string };
}

interface CollectionPlace {
  readonly to: '/collections/$uid';
  readonly params: { readonly uid: string };
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
  const params = { uid: document.uid };
  if (document.isVersion) return { to: '/document/$uid', params };
  if (isFolder(document)) return folderPlace(document.path);
  return { to: isCollection(document) ? '/collections/$uid' : '/document/$uid', params };
}

export function folderPlace(path: string): Place {
  return { to: '/browse/$', params: { _splat: path.replace(/^\//, '') } };
}

export function isFolder({ facets }: Pick<Doc, 'facets'>): boolean {
  return facets.includes('Folderish') && !isCollection({ facets });
}

function isCollection({ facets }: Pick<Doc, 'facets'>): boolean {
  return facets.includes('Collection');
}

/** The path of the parent; the root has none. */
export function parentPath(path: string): string | undefined {
  if (path === '/' || path === '') return undefined;
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
