import { rootPath } from '../../model/document-path.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/** Every live document is below another, at the corresponding path; versions have no path. */
export const documentPlace = defineDocumentCheck({
  name: 'document-place',
  *inspect({ row, parent }) {
    if (row.is_version === 1) {
      if (row.parent_id !== null) yield error(`is a version and has the parent ${row.parent_id}`);
      if (row.path !== null) yield error(`is a version and has the path ${row.path}`);
      return;
    }
    // Checked with the pending changes.
    if (row.path === null) return;
    if (row.parent_id === null) {
      const isRoot = row.path === rootPath && row.name === '';
      if (!isRoot) yield error(`has no parent and is not the root (path ${row.path})`);
      return;
    }
    // The existence of the parent is checked with the other references.
    if (!parent) return;
    if (parent.is_version === 1) yield error(`lies below ${parent.id}, which is a version`);
    if (parent.path === null) return;
    const expected = `${parent.path === rootPath ? '' : parent.path}/${row.name}`;
    if (row.path !== expected) yield error(`has the path ${row.path}, not ${expected}`);
  },
});
