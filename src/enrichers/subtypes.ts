import { arrayOf, objectOf, text, texts } from '../entities/json-schema.ts';
import { isFolderish } from '../model/document.ts';
import { defineEnricher } from './define.ts';

/** The types of documents that can be created in the document. */
export const subtypesEnricher = defineEnricher({
  name: 'subtypes',
  entityType: 'document',
  schema: arrayOf(objectOf({ type: text, facets: texts })),
  queriesMax: 0,
  async run({ unit: { model } }, documents) {
    return documents.map((document) => {
      if (!isFolderish(document)) return [];
      return document.shape.type.allowedSubtypes.flatMap((name) => {
        const type = model.findType(name);
        return type ? [{ type: name, facets: type.facets }] : [];
      });
    });
  },
});
