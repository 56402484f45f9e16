import type { DocumentId } from '../../base/ids.ts';

/** A folder being imported; the entries below it refer to it, as its document may be created later. */
export interface FolderNode {
  /** On disk. */
  readonly source: string;
  /** In the repository. */
  readonly path: string;
  readonly parent: FolderNode | null;
  /** Id of its document if that exists; otherwise the id that it will get. */
  id: DocumentId;
  /** Nothing below it can be imported. */
  hasFailed: boolean;
}

export function isLost(folder: FolderNode): boolean {
  for (let node: FolderNode | null = folder; node; node = node.parent) {
    if (node.hasFailed) return true;
  }
  return false;
}
