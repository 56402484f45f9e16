import type { SelectQueryBuilder } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

export type DocumentIds = SelectQueryBuilder<Tables, 'document', { id: string }>;

/** Dependent rows, such as references to blobs and words, are removed with them. */
export async function removeRows(
  handle: WriteHandle,
  ids: readonly string[] | DocumentIds,
): Promise<void> {
  await handle.run(handle.builder.deleteFrom('document').where('id', 'in', ids));
}
