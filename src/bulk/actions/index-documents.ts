import { mapInTurns } from '../../base/turns.ts';
import { isProxy } from '../../model/document.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import { refreshWords } from '../../repository/fulltext/write-index.ts';
import { defineBulkAction } from '../action.ts';

export const indexAction = defineBulkAction<null>({
  name: 'index',
  description: 'Stores the words of documents again, by which searches find them.',
  bucketSize: 1_000,
  batchSize: 25,
  // There is one index, which is complete at the end of each unit: no parameter changes anything.
  parse: () => null,
  async run(unit, { items }) {
    const documents = await lockDocuments(unit, items);
    const own = [...documents.values()].filter((document) => !isProxy(document));
    await mapInTurns(own, (document) => refreshWords(unit, document));
    return { skipped: items.length - own.length };
  },
});
