import { flag } from '../entities/json-schema.ts';
import { findFoldersWithContent } from '../repository/documents/children-of-many.ts';
import { defineEnricher } from './define.ts';

/** Whether the folder has a subfolder that the caller can see. */
export const hasFolderishChildEnricher = defineEnricher({
  name: 'hasFolderishChild',
  entityType: 'document',
  schema: flag,
  // Which ACLs are readable, and the folders.
  queriesMax: 2,
  async run({ unit }, documents) {
    const found = await findFoldersWithContent(unit, { documents, folderish: true });
    return documents.map(({ id }) => found.has(id));
  },
});
