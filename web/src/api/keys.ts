/** Keys of the query cache: the only place where they are made. What depends on a document has its id in second place. */
export const keys = {
  me: ['me'] as const,
  document: (uid: string) => ['document', uid] as const,
  /** A part of a document, such as its audit. */
  part: (uid: string, part: string, ...rest: readonly unknown[]) =>
    ['document', uid, part, ...rest] as const,
  path: (path: string) => ['path', path] as const,
  /** The beginning of the list of a folder. */
  firstPage: (path: string, ...rest: readonly unknown[]) =>
    ['path', path, 'page', ...rest] as const,
  /** Children of a folder, by the id of the folder. */
  children: (uid: string, ...rest: readonly unknown[]) => ['children', uid, ...rest] as const,
  /** Folders in a folder, as trees show them. */
  folders: (uid: string, ...rest: readonly unknown[]) =>
    ['children', uid, 'folders', ...rest] as const,
  /** Lists that depend on more than a folder, such as of searches, tasks and collections. */
  list: (name: ListName, ...rest: readonly unknown[]) => ['list', name, ...rest] as const,
  /** What changes with the configuration only: types, schemas, vocabularies. */
  fixed: (name: string, ...rest: readonly unknown[]) => ['fixed', name, ...rest] as const,
};

/** Whether a list says of folders if there are others in them. */
export function isListOfFolders([kind, name, part]: readonly unknown[]): boolean {
  if (kind === 'children') return part === 'folders';
  return kind === 'list' && name === 'starts' && part === undefined;
}

export type ListName =
  | 'search'
  | 'starts'
  | 'tasks'
  | 'collections'
  | 'favorites'
  | 'trash'
  | 'users'
  | 'tokens'
  | 'connections'
  | 'second-factor'
  | 'operations';
