import { findFoldersWithContent } from '../repository/documents/children-of-many.ts';
import { findCollectionsWithMembers } from '../repository/documents/collection-members.ts';
import { defineEnricher } from './define.ts';

/** Whether there is something in the folder or collection for the caller to see. */
export const hasContentEnricher = defineEnricher({
  name: 'hasContent',
  entityType: 'document',
  // Which ACLs are readable, the folders, and the collections.
  queriesMax: 4,
  async run({ handle, session }, documents) {
    const folders = await findFoldersWithContent(handle, session, { documents, folderish: false });
    const collections = await findCollectionsWithMembers(handle, session, documents);
    return documents.map(({ id }) => folders.has(id) || collections.has(id));
  },
});
