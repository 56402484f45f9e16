import { mapInTurns } from '../base/turns.ts';
import { documentListSchema, writeDocumentList } from '../entities/documents-entity.ts';
import { listChildrenOfMany } from '../repository/documents/children-of-many.ts';
import { defineEnricher } from './define.ts';
import { nestedWriter } from './nested-documents.ts';

/** All children, hidden and trashed ones too; left out for callers who may not list them. */
export const childrenEnricher = defineEnricher({
  name: 'children',
  entityType: 'document',
  schema: documentListSchema,
  // Versions and proxies among the children need two more queries, and properties in rows another one.
  queriesMax: 5,
  async run(context, documents) {
    const byParent = await listChildrenOfMany(context.unit, documents);
    const write = await nestedWriter(context, [...byParent.values()].flat());
    return mapInTurns(documents, async ({ id }) => {
      const children = byParent.get(id);
      if (!children) return undefined;
      return writeDocumentList(await mapInTurns(children, write));
    });
  },
});
