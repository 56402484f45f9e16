import type { SelectQueryBuilder } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

export type DocumentIds = SelectQueryBuilder<Tables, 'document', { id: string }>;

/** What belongs to the rows, such as references to blobs and words, goes with them. */
export async function removeRows(
  handle: WriteHandle,
  ids: readonly string[] | DocumentIds,
): Promise<void> {
  await handle.run(handle.builder.deleteFrom('document').where('id', 'in', ids));
}
