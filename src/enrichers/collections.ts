import { mapInTurns } from '../base/turns.ts';
import { documentSchema, writeDocument } from '../entities/document-entity.ts';
import { arrayOf } from '../entities/json-schema.ts';
import type { Document } from '../model/document.ts';
import { findCollectionIds } from '../repository/documents/collection-members.ts';
import { findDocumentsById } from '../repository/documents/find-many.ts';
import { defineEnricher } from './define.ts';

/** Of one document. */
const collectionsMax = 100;

/** The collections of the document that the caller may read, without those in the trash. */
export const collectionsEnricher = defineEnricher({
  name: 'collections',
  entityType: 'document',
  schema: arrayOf(documentSchema),
  // Which ACLs are readable, the ids of the collections, and the collections.
  queriesMax: 3,
  async run({ unit, writing }, documents) {
    const idsOf = await findCollectionIds(unit, documents, { most: collectionsMax, areLive: true });
    const ids = new Set([...idsOf.values()].flat());
    const found = ids.size === 0 ? [] : await findDocumentsById(unit, [...ids]);
    const byId = new Map(found.map((each): [string, Document] => [each.id, each]));
    return mapInTurns(documents, ({ id }) =>
      (idsOf.get(id) ?? []).flatMap((each) => {
        const collection = byId.get(each);
        return collection ? [writeDocument(collection, writing)] : [];
      }),
    );
  },
});
