import { flag } from '../entities/json-schema.ts';
import { findFoldersWithContent } from '../repository/documents/children-of-many.ts';
import { findCollectionsWithMembers } from '../repository/documents/collection-members.ts';
import { defineEnricher } from './define.ts';

/** Whether the folder or collection has anything that the caller can see. */
export const hasContentEnricher = defineEnricher({
  name: 'hasContent',
  entityType: 'document',
  schema: flag,
  // Which ACLs are readable, the folders, and the collections.
  queriesMax: 4,
  async run({ unit }, documents) {
    const folders = await findFoldersWithContent(unit, { documents, folderish: false });
    const collections = await findCollectionsWithMembers(unit, documents);
    return documents.map(({ id }) => folders.has(id) || collections.has(id));
  },
});
