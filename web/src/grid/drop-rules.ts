import type { Doc } from '../api/types.ts';

export type DropMode = 'move' | 'copy';

/** A folder on which something is dropped. */
export type FolderTarget = Doc;

/** Documents cannot be put into themselves, into what is in them, or where they are. */
export function mayDrop(documents: readonly Doc[], target: FolderTarget): boolean {
  if (documents.length === 0 || isClosed(target)) return false;
  return documents.every(
    ({ uid, path, parentRef }) =>
      uid !== target.uid && parentRef !== target.uid && !target.path.startsWith(`${path}/`),
  );
}

/** Where the permissions are known; otherwise the server decides. */
function isClosed({ contextParameters: { permissions } }: FolderTarget): boolean {
  return Array.isArray(permissions) && !permissions.includes('AddChildren');
}
