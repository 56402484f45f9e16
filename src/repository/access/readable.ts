import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AclKey } from '../../model/pending-tree.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import type { ReadableAnswer } from '../unit/readable-ids.ts';
import type { ReadUnit } from '../unit/unit.ts';
import {
  type GrantedDocuments,
  isGrantedRow,
  isGrantedVersion,
  loadGrantedDocuments,
  type Target,
} from './granted-documents.ts';
import { hasAclAmong, readableAclIds, readableKey } from './readable-acls.ts';

/** The documents that a caller may see in lists: the filter of every list and query. */
export interface Readable {
  readonly aclIds: readonly AclKey[];
  /** What open tasks allow besides; most callers have none. */
  readonly granted: GrantedDocuments | undefined;
}

interface Facts {
  readonly acls: number;
  /** Whether the caller has a grant of any permission. */
  readonly has_grants: number;
}

/** In one statement, so that callers without grants have none for them. */
const factsOf = defineStatement<{ principals: string | readonly string[] }, Facts>(
  (builder, { principals }, dialect) =>
    compilable(
      builder,
      sql<Facts>`select (select count(*) from acl) as acls,
        case when exists (select 1 from task_grant as g where g.is_listed = 1
          and ${dialect.isInList(sql.ref('g.principal'), principals)}) then 1 else 0 end as has_grants`,
    ),
);

/** Undefined means all documents: those of administrators. */
export async function readableDocuments(unit: ReadUnit): Promise<Readable | undefined> {
  if (unit.principal.isAdministrator) return undefined;
  const { keys, hasGrants } = await findReadable(unit);
  const granted = hasGrants ? await loadGrantedDocuments(unit, 'Browse') : undefined;
  return { aclIds: keys, granted };
}

/** Found once for the lists of one response. */
async function findReadable(unit: ReadUnit): Promise<ReadableAnswer> {
  const { handle, principal, nowMs } = unit;
  const question = { key: readableKey(unit), changes: handle.changes, nowMs };
  const known = unit.known.readable.find(question);
  if (known) return known;
  const principals = handle.dialect.listParameter([...principal.identities]);
  const facts = await handle.fetchFirst(factsOf, { principals });
  const aclIds = await readableAclIds(unit, facts?.acls ?? 0);
  const answer = { ...aclIds, hasGrants: facts?.has_grants === 1 };
  unit.known.readable.keep(question, answer);
  return answer;
}

export function isNothing(readable: Readable | undefined): boolean {
  return readable !== undefined && readable.aclIds.length === 0 && readable.granted === undefined;
}

/**
 * The condition that a row of a live document or proxy is readable. `alias` is for statements in which
 * the table has another name.
 */
export function isReadable(
  target: Target,
  { aclIds, granted }: Readable,
  alias = 'document',
): RawBuilder<SqlBool> {
  const byAcl = hasAclAmong(target.dialect, aclIds, sql.ref(`${alias}.acl_id`));
  return granted ? sql`(${byAcl} or ${isGrantedRow(target, granted, alias)})` : byAcl;
}

/**
 * As `isReadable` for a version and its live document, a joined row that may be missing: a version has the
 * rights of its live document, and without one its last ones.
 */
export function isReadableVersion(
  target: Target,
  { aclIds, granted }: Readable,
  aliases: { readonly row: string; readonly live: string },
): RawBuilder<SqlBool> {
  const { row, live } = aliases;
  const aclId = sql`coalesce(${sql.ref(`${live}.acl_id`)}, ${sql.ref(`${row}.acl_id`)})`;
  const byAcl = hasAclAmong(target.dialect, aclIds, target.dialect.withoutIndex(aclId));
  return granted ? sql`(${byAcl} or ${isGrantedVersion(target, granted, aliases)})` : byAcl;
}

/** As `isReadable` for a row that may also be a version. */
export function isReadableOfAnyKind(
  target: Target,
  { aclIds, granted }: Readable,
  alias: string,
): RawBuilder<SqlBool> {
  const isLive = sql`live.id = ${sql.ref(`${alias}.series_id`)}
    and ${sql.ref(`${alias}.is_version`)} = 1`;
  const documents = sql.table('document');
  const aclId = sql`coalesce((select live.acl_id from ${documents} as live where ${isLive}),
    ${sql.ref(`${alias}.acl_id`)})`;
  const byAcl = hasAclAmong(target.dialect, aclIds, aclId);
  if (!granted) return byAcl;
  return sql`(${byAcl} or ${isGrantedRow(target, granted, alias)}
    or exists (select 1 from ${documents} as live
      where ${isLive} and ${isGrantedRow(target, granted, 'live')}))`;
}
