import type { BlobLeaseTable } from '../../storage/tables.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

/** An expired lease holds its blob until it is purged. */
export const blobLeases = defineCheck({
  name: 'blob-leases',
  async *run({ database, nowMs }) {
    const pages = pagesOf<BlobLeaseTable>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('blob_lease')
          .selectAll()
          .where('expires_at', '<=', nowMs)
          .where('id', '>', after?.id ?? '')
          .orderBy('id')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) {
      for (const { id, blob_key: key } of page) {
        const text = `has expired and still holds the blob ${key}`;
        yield { severity: 'warning', table: 'blob_lease', id, text };
      }
    }
  },
});
