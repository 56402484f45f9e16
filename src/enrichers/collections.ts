import { mapInTurns } from '../base/turns.ts';
import { documentSchema } from '../entities/document-entity.ts';
import { arrayOf } from '../entities/json-schema.ts';
import { findCollections } from '../repository/documents/collections-of-members.ts';
import { defineEnricher } from './define.ts';
import { nestedWriter } from './nested-documents.ts';

/** Of one document. */
const collectionsMax = 100;

/** The collections of the document that the caller may read, without those in the trash. */
export const collectionsEnricher = defineEnricher({
  name: 'collections',
  entityType: 'document',
  schema: arrayOf(documentSchema),
  // Which ACLs are readable, the collections, and their members where these are shown.
  queriesMax: 3,
  async run(context, documents) {
    const collectionsOf = await findCollections(context.unit, documents, collectionsMax);
    const write = await nestedWriter(context, [...collectionsOf.values()].flat());
    return mapInTurns(documents, ({ id }) => (collectionsOf.get(id) ?? []).map(write));
  },
});
