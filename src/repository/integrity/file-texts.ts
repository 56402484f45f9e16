import type { BlobTextTable } from '../../storage/tables.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

type FailedRow = Pick<BlobTextTable, 'blob_key' | 'name' | 'mime_type' | 'failure'>;

const pageSize = 500;

/** Files whose text could not be read: no data is lost, but searches do not find their words. */
export const fileTexts = defineCheck({
  name: 'file-texts',
  async *run({ database }) {
    const pages = pagesOf<FailedRow>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('blob_text')
          .select(['blob_key', 'name', 'mime_type', 'failure'])
          .where('state', '=', 'failed')
          .where('blob_key', '>', after?.blob_key ?? '')
          .orderBy('blob_key')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) {
      for (const { blob_key: id, name, mime_type, failure } of page) {
        const file = `${name ?? 'file without name'} (${mime_type ?? 'of unknown type'})`;
        const text = `has the text of ${file} not read: ${failure ?? 'no reason is known'}`;
        yield { severity: 'warning', table: 'blob_text', id, text };
      }
    }
  },
});
