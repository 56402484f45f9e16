import { isDocumentName } from '../../model/document-name.ts';
import { defineDocumentCheck, error } from './document-check.ts';

/** Appended by the trash; the name before it may have the full length. */
const trashSuffix = /\._\d{13,}_\.trashed$/;

/** Every document below the root has a valid name. */
export const documentName = defineDocumentCheck({
  name: 'document-name',
  *inspect({ row }) {
    if (row.parent_id === null && row.is_version === 0) return;
    // A version of the root has the name of the root.
    if (row.name === '' && row.is_version === 1) return;
    const isName = isDocumentName(row.name) || isDocumentName(row.name.replace(trashSuffix, ''));
    if (!isName) yield error(`has the name ${JSON.stringify(row.name)}: rename it`);
  },
});
