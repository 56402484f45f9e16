import { findDocument } from '../../repository/documents/documents.ts';
import { trashDocument, untrashDocument } from '../../repository/editing/trash.ts';
import { defineBulkAction } from '../action.ts';
import { invalidParameter, readFlag } from '../invalid-parameter.ts';
import { eachDocument } from './each-document.ts';

const name = 'trash';

interface Trash {
  readonly isTrashed: boolean;
}

export const trashAction = defineBulkAction<Trash>({
  name,
  description:
    'Puts documents in the trash with everything below them (value: true), or takes them out of it (value: false).',
  bucketSize: 100,
  batchSize: 25,
  isSequential: true,
  parse(params) {
    if (params.value === undefined || params.value === null) {
      throw invalidParameter('value', name, 'send true or false');
    }
    return { isTrashed: readFlag(params, 'value', { action: name, otherwise: true }) };
  },
  run: (unit, { items, params }) =>
    eachDocument(items, async (id) => {
      const document = await findDocument(unit, { id });
      // Proxies are removed with the folder that is trashed, and what is below it is trashed already.
      if (!document || document.isTrashed === params.isTrashed) return false;
      await (params.isTrashed ? trashDocument(unit, id) : untrashDocument(unit, id));
      return true;
    }),
});
