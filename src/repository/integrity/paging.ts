import type { Database, ReadHandle } from '../../storage/database.ts';

/**
 * All rows of a query, page by page in the order of its key. Each page is a separate snapshot:
 * queries of one page are consistent, and a running server is not blocked.
 *
 * @param readPage the rows that follow `after`; fewer than `size` end it
 */
export async function* pagesOf<Row>(
  database: Database,
  size: number,
  readPage: (handle: ReadHandle, after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined;
  for (;;) {
    const last = after;
    const rows = await database.snapshot((handle) => readPage(handle, last));
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}
