import { mapInTurns } from '../base/turns.ts';
import { writeDocument } from '../entities/document-entity.ts';
import { documentListSchema, writeDocumentList } from '../entities/documents-entity.ts';
import { isRoot } from '../model/document.ts';
import { findAncestors } from '../repository/documents/find-many.ts';
import { defineEnricher } from './define.ts';
import { completeNested } from './nested-documents.ts';

/** The ancestors from the top, without the root; for native clients the document comes last. */
export const breadcrumbEnricher = defineEnricher({
  name: 'breadcrumb',
  entityType: 'document',
  schema: documentListSchema,
  // Proxies among the ancestors need two more queries, unreadable ones a query for what tasks
  // allow, and properties in rows another one.
  queriesMax: 5,
  async run(context, documents) {
    const { unit, writing } = context;
    const ancestors = await findAncestors(unit, documents);
    const paths = documents.map((document) => {
      const above = ancestors.readableOf(document);
      const path = writing.dialect === 'native' ? [...above, document] : above;
      return path.filter((each) => !isRoot(each));
    });
    const shown = await completeNested(context, paths.flat());
    return mapInTurns(paths, (entries) =>
      writeDocumentList(entries.map((each) => writeDocument(shown(each), writing))),
    );
  },
});
