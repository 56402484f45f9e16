import type { DocumentId } from '../../base/ids.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { defineBulkAction } from '../action.ts';

export const deletionAction = defineBulkAction<null>({
  name: 'deletion',
  description: 'Removes documents for good, with everything below them.',
  bucketSize: 100,
  batchSize: 50,
  retries: { maxRetries: 3, delayMs: 1_000, maxDelayMs: 10_000 },
  parse: () => null,
  async run(unit, { items }) {
    let skipped = 0;
    for (const item of items) {
      const id = item as DocumentId;
      // A query may find a folder and its content, which is removed with the folder.
      if (await findDocument(unit, { id })) await removeDocument(unit, id);
      else skipped += 1;
    }
    return { skipped };
  },
});
