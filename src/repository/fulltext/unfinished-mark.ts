import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { randomId } from '../../base/ids.ts';
import type { WriteHandle } from '../../storage/database.ts';

/**
 * Entries that lack the words of long texts. Their digest is a prefix that no other digest has and
 * a random id, so that the job that completes one detects whether it was written again meanwhile.
 */
export const unfinishedSign = '~';

export function unfinishedDigest(): string {
  return unfinishedSign + randomId();
}

export function isUnfinished(digest: string): boolean {
  return digest.startsWith(unfinishedSign);
}

/** The same as in their index, as otherwise no engine could use it. */
export const hasUnfinishedDigest: RawBuilder<SqlBool> = sql`substr(digest, 1, 1) = ${sql.lit(unfinishedSign)}`;

/** Marks the words to be computed again and keeps the present ones. False when there are none. */
export async function markUnfinished(handle: WriteHandle, id: string): Promise<boolean> {
  const digest = unfinishedDigest();
  const query = handle.builder
    .updateTable('document_fulltext')
    .set({ digest })
    .where('document_id', '=', id);
  return (await handle.run(query)) > 0;
}
