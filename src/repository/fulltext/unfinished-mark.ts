import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { randomId } from '../../base/ids.ts';
import type { WriteHandle } from '../../storage/database.ts';

/**
 * Entries that lack the words of long texts. Their digest is a sign that no other digest begins with,
 * and a random id, so that the job that completes one can tell whether it was written again meanwhile.
 */
const sign = '~';

export function unfinishedDigest(): string {
  return sign + randomId();
}

export function isUnfinished(digest: string): boolean {
  return digest.startsWith(sign);
}

/** As in the index of them, or no engine could use it. */
export const hasUnfinishedDigest: RawBuilder<SqlBool> = sql`substr(digest, 1, 1) = ${sql.lit(sign)}`;

/** Has the words computed anew and keeps those that there are. False when there are none. */
export async function markUnfinished(handle: WriteHandle, id: string): Promise<boolean> {
  const digest = unfinishedDigest();
  const query = handle.builder
    .updateTable('document_fulltext')
    .set({ digest })
    .where('document_id', '=', id);
  return (await handle.run(query)) > 0;
}
