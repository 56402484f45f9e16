import { findDocument } from '../../repository/documents/documents.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { defineBulkAction } from '../action.ts';
import { eachDocument } from './each-document.ts';

export const deletionAction = defineBulkAction<null>({
  name: 'deletion',
  description: 'Removes documents for good, with everything below them.',
  bucketSize: 100,
  batchSize: 50,
  retries: { maxRetries: 3, delayMs: 1_000, maxDelayMs: 10_000 },
  parse: () => null,
  run: (unit, { items }) =>
    eachDocument(items, async (id) => {
      // A query may find a folder and its content, which is removed with the folder.
      const isThere = (await findDocument(unit, { id })) !== undefined;
      if (isThere) await removeDocument(unit, id);
      return isThere;
    }),
});
