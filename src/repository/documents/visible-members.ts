import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AclKey } from '../../model/pending-tree.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { hasAclAmong } from '../access/readable-acls.ts';

// Conditions on rows of `collection_member`: neither a collection nor a member that the caller may not read
// is visible by the rows.

interface Visibility {
  readonly dialect: SqlDialect;
  /** The ACLs that the caller may read; undefined for all. */
  readonly readable: readonly AclKey[] | undefined;
}

/**
 * Whether the document of a column exists, in the tree or as a version, and the caller may read it. `and`
 * is a further condition on `shown`.
 */
export function isVisible(
  { dialect, readable }: Visibility,
  id: RawBuilder<unknown>,
  and: RawBuilder<SqlBool> = sql`1 = 1`,
): RawBuilder<SqlBool> {
  const documents = sql.table('document');
  // A version has the permissions of its live document; without one, its last ones.
  const aclId = sql`coalesce((select live.acl_id from ${documents} as live
    where live.id = shown.series_id and shown.is_version = 1), shown.acl_id)`;
  const acl = readable === undefined ? sql`1 = 1` : hasAclAmong(dialect, readable, aclId);
  return sql`exists (select 1 from ${documents} as shown where shown.id = ${id}
    and (shown.path is not null or shown.is_version = 1) and ${acl} and ${and})`;
}

/** As `isVisible` for a collection, which is never a version: versions have no rows. */
export function isVisibleCollection(
  { dialect, readable }: Visibility,
  id: RawBuilder<unknown>,
  and: RawBuilder<SqlBool> = sql`1 = 1`,
): RawBuilder<SqlBool> {
  const acl =
    readable === undefined ? sql`1 = 1` : hasAclAmong(dialect, readable, sql.ref('shown.acl_id'));
  return sql`exists (select 1 from ${sql.table('document')} as shown where shown.id = ${id}
    and shown.path is not null and ${acl} and ${and})`;
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
