import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import { isReadable, isReadableOfAnyKind, type Readable } from '../access/readable.ts';

// Conditions on rows of `collection_member`: neither a collection nor a member that the caller may not read
// is visible by the rows.

interface Visibility extends Pick<ReadHandle, 'dialect' | 'tree'> {
  /** Undefined for all. */
  readonly readable: Readable | undefined;
}

/**
 * Whether the document of a column exists, in the tree or as a version, and the caller may read it. `and`
 * is a further condition on `shown`.
 */
export function isVisible(
  visibility: Visibility,
  id: RawBuilder<unknown>,
  and: RawBuilder<SqlBool> = sql`1 = 1`,
): RawBuilder<SqlBool> {
  const { readable } = visibility;
  const isShown = readable ? isReadableOfAnyKind(visibility, readable, 'shown') : sql`1 = 1`;
  return sql`exists (select 1 from ${sql.table('document')} as shown where shown.id = ${id}
    and (shown.path is not null or shown.is_version = 1) and ${isShown} and ${and})`;
}

/** As `isVisible` for a collection, which is never a version: versions have no rows. */
export function isVisibleCollection(
  visibility: Visibility,
  id: RawBuilder<unknown>,
  and: RawBuilder<SqlBool> = sql`1 = 1`,
): RawBuilder<SqlBool> {
  const { readable } = visibility;
  const isShown = readable ? isReadable(visibility, readable, 'shown') : sql`1 = 1`;
  return sql`exists (select 1 from ${sql.table('document')} as shown where shown.id = ${id}
    and shown.path is not null and ${isShown} and ${and})`;
}

/** The condition that a row belongs to the members at the time of a version, or is a present one. */
export function isMemberAt(
  alias: string,
  versionAt: RawBuilder<unknown> | null,
): RawBuilder<SqlBool> {
  const [from, to] = [sql.ref(`${alias}.added_after`), sql.ref(`${alias}.removed_after`)];
  if (versionAt === null) return sql`${to} is null`;
  return sql`(${from} < ${versionAt} and (${to} is null or ${to} >= ${versionAt}))`;
}
