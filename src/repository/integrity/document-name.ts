import { isDocumentName } from '../../model/document-name.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/** Appended by the trash; the name before it may have the full length. */
const trashSuffix = /\._\d{13,}_\.trashed$/;

/** Every document below the root has a name that it could be given today. */
export const documentName = defineDocumentCheck({
  name: 'document-name',
  *inspect({ row }) {
    if (row.parent_id === null && row.is_version === 0) return;
    const name = row.name.replace(trashSuffix, '');
    // A version of the root is called as the root.
    if (name === '' && row.is_version === 1) return;
    if (!isDocumentName(name)) yield error(`has the name ${JSON.stringify(row.name)}: rename it`);
  },
});
