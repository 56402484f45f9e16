import { texts } from '../entities/json-schema.ts';
import { tagsOf } from '../repository/tags/tags.ts';
import { defineEnricher } from './define.ts';

/** The labels of the document's tags. */
export const tagsEnricher = defineEnricher({
  name: 'tags',
  entityType: 'document',
  schema: texts,
  queriesMax: 0,
  async run(_context, documents) {
    return documents.map(tagsOf);
  },
});
