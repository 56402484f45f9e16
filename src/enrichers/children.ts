import { mapInTurns } from '../base/turns.ts';
import { writeDocument } from '../entities/document-entity.ts';
import { documentListSchema, writeDocumentList } from '../entities/documents-entity.ts';
import type { Document } from '../model/document.ts';
import { listChildrenOfMany } from '../repository/documents/children-of-many.ts';
import { defineEnricher } from './define.ts';

/** All children, hidden and trashed ones too; left out for callers who may not list them. */
export const childrenEnricher = defineEnricher({
  name: 'children',
  entityType: 'document',
  schema: documentListSchema,
  // Versions and proxies among the children need two more queries.
  queriesMax: 4,
  async run({ unit, writing }, documents) {
    const byParent = await listChildrenOfMany(unit, documents);
    return mapInTurns(documents, async ({ id }) => {
      const children = byParent.get(id);
      if (!children) return undefined;
      const write = (each: Document) => writeDocument(each, writing);
      return writeDocumentList(await mapInTurns(children, write));
    });
  },
});
