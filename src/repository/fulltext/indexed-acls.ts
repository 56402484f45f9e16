import { sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';

const idsPerStatement = 500;

const aclOfDocument = sql<number | null>`(
  select document.acl_id from document
  where document.id = document_fulltext.document_id and document.is_version = 0)`;

/**
 * Copies the ACLs of documents to the index of their words where they differ, which triggers
 * otherwise prevent. Returns the ids of those documents.
 */
export async function renewIndexedAcls(
  handle: WriteHandle,
  ids: readonly string[],
): Promise<readonly string[]> {
  const renewed: string[] = [];
  for (const some of slicesOf(ids, idsPerStatement)) {
    const rows = await handle.all(
      handle.rows
        .updateTable('document_fulltext')
        .set({ acl_id: aclOfDocument })
        .where('document_id', 'in', keyList(handle.dialect, some))
        .where('acl_id', 'is distinct from', aclOfDocument)
        .returning('document_id'),
    );
    renewed.push(...rows.map(({ document_id }) => document_id));
  }
  return renewed;
}
