import { defineDocumentCheck, error } from './document-check.ts';

/** Later changes of the tree would pass over a row that seems to have them already. */
export const documentTreeNumber = defineDocumentCheck({
  name: 'document-tree-number',
  *inspect({ row, treeRevision }) {
    if (row.tree_seq <= treeRevision) return;
    yield error(`has the change ${row.tree_seq} of the tree, of which there are ${treeRevision}`);
  },
});
