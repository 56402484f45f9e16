import type { DocumentId } from '../../base/ids.ts';
import { isProxy } from '../../model/document.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { defineBulkAction } from '../action.ts';

export const removeProxyAction = defineBulkAction<null>({
  name: 'removeProxy',
  description: 'Removes the proxies among the documents; the others are skipped.',
  bucketSize: 100,
  batchSize: 25,
  parse: () => null,
  async run(unit, { items }) {
    let skipped = 0;
    for (const item of items) {
      const id = item as DocumentId;
      const document = await findDocument(unit, { id });
      if (document && isProxy(document)) await removeDocument(unit, id);
      else skipped += 1;
    }
    return { skipped };
  },
});
