import { flag } from '../entities/json-schema.ts';
import { findAllWithContent } from '../repository/documents/children-of-many.ts';
import { defineEnricher } from './define.ts';

/** Whether the folder or collection has anything that the caller can see. */
export const hasContentEnricher = defineEnricher({
  name: 'hasContent',
  entityType: 'document',
  schema: flag,
  // Which ACLs are readable, and the folders and collections.
  queriesMax: 2,
  async run({ unit }, documents) {
    const found = await findAllWithContent(unit, documents);
    return documents.map(({ id }) => found.has(id));
  },
});
