import { findFoldersWithContent } from '../repository/children-of-many.ts';
import { defineEnricher } from './define.ts';

/** Whether there is something in the folder for the caller to see. */
export const hasContentEnricher = defineEnricher({
  name: 'hasContent',
  entityType: 'document',
  // Which ACLs are readable, and the folders.
  queriesMax: 2,
  async run({ handle, session }, documents) {
    const found = await findFoldersWithContent(handle, session, { documents, folderish: false });
    return documents.map(({ id }) => found.has(id));
  },
});
