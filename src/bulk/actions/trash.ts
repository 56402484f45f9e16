import type { DocumentId } from '../../base/ids.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { trashDocument, untrashDocument } from '../../repository/editing/trash.ts';
import { defineBulkAction } from '../action.ts';
import { invalidParameter, readFlag } from '../invalid-parameter.ts';

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
  async run(unit, { items, params }) {
    let skipped = 0;
    for (const item of items) {
      const id = item as DocumentId;
      const document = await findDocument(unit, { id });
      // Proxies are removed with the folder that is trashed, and what is below it is trashed already.
      if (!document || document.isTrashed === params.isTrashed) skipped += 1;
      else if (params.isTrashed) await trashDocument(unit, id);
      else await untrashDocument(unit, id);
    }
    return { skipped };
  },
});
