import { isProxy } from '../../model/document.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { defineBulkAction } from '../action.ts';
import { eachDocument } from './each-document.ts';

export const removeProxyAction = defineBulkAction<null>({
  name: 'removeProxy',
  description: 'Removes the proxies among the documents; the others are skipped.',
  bucketSize: 100,
  batchSize: 25,
  parse: () => null,
  run: (unit, { items }) =>
    eachDocument(items, async (id) => {
      const document = await findDocument(unit, { id });
      if (!document || !isProxy(document)) return false;
      await removeDocument(unit, id);
      return true;
    }),
});
