import { arrayOf, objectOf, text, texts } from '../entities/json-schema.ts';
import { highlightDocuments } from '../repository/search/highlight-documents.ts';
import { defineEnricher } from './define.ts';

/** Where the search words occur in the document; nothing without a full-text search. */
export const highlightEnricher = defineEnricher({
  name: 'highlight',
  entityType: 'document',
  schema: arrayOf(objectOf({ field: text, segments: texts })),
  queriesMax: 2,
  async run({ unit, highlight }, documents) {
    const request = highlight ?? { fields: [], searches: [] };
    return highlightDocuments(unit, { documents, request });
  },
});
