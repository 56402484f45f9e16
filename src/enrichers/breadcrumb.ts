import { mapInTurns } from '../base/turns.ts';
import { documentListSchema, writeDocumentList } from '../entities/documents-entity.ts';
import { type Document, isRoot } from '../model/document.ts';
import { defineEnricher } from './define.ts';
import { nestedWriter } from './nested-documents.ts';
import { sharedAncestors } from './shared.ts';

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
    const ancestors = await sharedAncestors(unit, documents);
    const above = documents.map((document) => ancestors.readableOf(document));
    const isNative = writing.dialect === 'native';
    const write = await nestedWriter(context, [
      ...[...new Set(above)].flat(),
      ...(isNative ? documents : []),
    ]);
    const listOf = (path: readonly Document[]) =>
      writeDocumentList(path.filter((each) => !isRoot(each)).map(write));
    if (isNative) {
      return mapInTurns(documents, (document, at) => listOf([...(above[at] ?? []), document]));
    }
    // Documents of one folder have the same list.
    const lists = new Map([...new Set(above)].map((path) => [path, listOf(path)]));
    return above.map((path) => lists.get(path));
  },
});
