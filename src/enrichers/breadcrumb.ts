import { mapInTurns } from '../base/turns.ts';
import { writeDocument } from '../entities/document-entity.ts';
import { documentListSchema, writeDocumentList } from '../entities/documents-entity.ts';
import { isRoot } from '../model/document.ts';
import { findAncestors } from '../repository/documents/find-many.ts';
import { defineEnricher } from './define.ts';

/** The ancestors from the top, without the root; for native clients the document comes last. */
export const breadcrumbEnricher = defineEnricher({
  name: 'breadcrumb',
  entityType: 'document',
  schema: documentListSchema,
  // Proxies among the ancestors need two more queries.
  queriesMax: 3,
  async run({ unit, writing }, documents) {
    const ancestors = await findAncestors(unit, documents);
    return mapInTurns(documents, (document) => {
      const above = ancestors.readableOf(document);
      const path = writing.dialect === 'native' ? [...above, document] : above;
      const entries = path.filter((each) => !isRoot(each));
      return writeDocumentList(entries.map((each) => writeDocument(each, writing)));
    });
  },
});
