import type { DocumentId } from '../../base/ids.ts';

/** A folder on its way in; everything below it points here, as its document may come later. */
export interface FolderNode {
  /** On disk. */
  readonly source: string;
  /** In the repository. */
  readonly path: string;
  readonly parent: FolderNode | null;
  /** Of its document once that is found; the one it is going to have until then. */
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
