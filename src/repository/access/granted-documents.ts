import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { subtreeRange } from '../../model/document-path.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { joinLookedUp } from '../sql/looked-up-rows.ts';
import { isBelowPath, isBelowPathUnindexed } from '../sql/tree-conditions.ts';
import type { ReadUnit } from '../unit/unit.ts';

// What tasks let a caller see in lists and queries: a condition beside that on the ACL, for callers
// who have such grants.

/** The grants of one caller that include a permission. */
export interface GrantedDocuments {
  readonly principals: readonly string[];
  readonly permissions: readonly string[];
  /**
   * Granted folders of which paths find what is below them; none is in another. What is below other
   * granted documents, such as comments, is found through parents.
   */
  readonly folders: readonly GrantedFolder[];
  /** The ids of these folders, and of granted ones in them. */
  readonly folderIds: readonly string[];
  /**
   * The ids of all that is granted but what is below these folders, for a planner that must know how
   * many there are; undefined where statements read them from the rows.
   */
  readonly ids: readonly string[] | undefined;
}

interface GrantedFolder {
  readonly path: string;
  /** So much is below it that an index of an order is better than that of paths. */
  readonly isLarge: boolean;
}

export type Target = Pick<ReadHandle, 'dialect' | 'tree'>;

const foldersMax = 50;

/** Read once for all lists of a unit. */
export function loadGrantedDocuments(
  unit: ReadUnit,
  permission: string,
): Promise<GrantedDocuments> {
  const { known, handle, principal } = unit;
  const key = `${permission} ${principal.identityKey}`;
  return known.grants.listed(key, handle.changes, async () => {
    const principals = [...principal.identities];
    const permissions = [...unit.model.permissionsIncluding(permission)];
    const rows = await readFolders(unit, { principals, permissions });
    const folders = await withSizes(handle, topmost(rows));
    const grants = { principals, permissions, folderIds: rows.map(({ id }) => id) };
    return { ...grants, folders, ids: await readIds(handle, grants) };
  });
}

interface FolderRow {
  readonly id: string;
  readonly path: string;
}

type Grants = Pick<GrantedDocuments, 'principals' | 'permissions' | 'folderIds'>;

async function readFolders(
  { handle, model }: ReadUnit,
  grants: Omit<Grants, 'folderIds'>,
): Promise<FolderRow[]> {
  const types = model.typesWithFacet('Folderish');
  if (types.length === 0) return [];
  const query = sql<FolderRow>`select distinct d.id, d.path
    from task_grant as g join ${sql.table('document')} as d on d.id = g.document_id
    where ${isListed(handle, grants)} and g.kind <> 'task' and d.path is not null
      and d.proxy_target_id is null and d.primary_type in (${sql.join(types)})
    limit ${sql.lit(foldersMax)}`;
  return handle.all(compilable(handle.builder, query));
}

function topmost(folders: readonly FolderRow[]): readonly FolderRow[] {
  const isBelow = (path: string, above: string): boolean => {
    const { from, to } = subtreeRange(above);
    return path >= from && path < to;
  };
  return folders.filter(({ path }) => !folders.some((other) => isBelow(path, other.path)));
}

/** With more of them statements read the rows. */
const idsMax = 5_000;

/**
 * PostgreSQL does not know how many rows a recursion has: it would join all documents with them, or
 * search them one by one for each document.
 */
async function readIds(handle: ReadHandle, grants: Grants): Promise<readonly string[] | undefined> {
  if (!handle.dialect.choosesIndexes) return undefined;
  const query = sql<{ id: string }>`${grantedIds(handle, grants)} limit ${sql.lit(idsMax + 1)}`;
  const rows = await handle.all(compilable(handle.builder, query));
  return rows.length > idsMax ? undefined : [...new Set(rows.map(({ id }) => id))];
}

const largeCount = 1_000;

/** Only where the planner has no statistics. */
async function withSizes(
  handle: ReadHandle,
  folders: readonly FolderRow[],
): Promise<readonly GrantedFolder[]> {
  if (folders.length === 0 || handle.dialect.choosesIndexes) {
    return folders.map(({ path }) => ({ path, isLarge: false }));
  }
  const counts = folders.map(({ path }) => {
    const { from, to } = subtreeRange(path);
    return sql`select * from (select ${path} as path from ${sql.table('document')} as d
      where d.path >= ${from} and d.path < ${to} limit 1 offset ${sql.lit(largeCount)})`;
  });
  // Where they are stored: paths of pending changes have no index.
  const query = sql<{ path: string }>`${sql.join(counts, sql` union all `)}`;
  const rows = await handle.all(compilable(handle.rows, query));
  const large = new Set(rows.map(({ path }) => path));
  return folders.map(({ path }) => ({ path, isLarge: large.has(path) }));
}

/** The condition on rows of `task_grant as g`. */
function isListed(
  { dialect }: Target,
  { principals, permissions }: Omit<Grants, 'folderIds'>,
): RawBuilder<SqlBool> {
  return sql`g.is_listed = 1 and ${dialect.isAmong(sql.ref('g.principal'), principals)}
    and ${dialect.isAmong(sql.ref('g.permission'), permissions)}`;
}

/** The ids of granted documents, without what is below them. */
function directIds(target: Target, granted: GrantedDocuments): RawBuilder<unknown> {
  return sql`select g.document_id from task_grant as g where ${isListed(target, granted)}`;
}

/** The ids of granted documents, with what is below those that are no folders of `granted`. */
function grantedIds(target: Target, granted: Grants): RawBuilder<unknown> {
  const { folderIds } = granted;
  const others =
    folderIds.length === 0
      ? sql``
      : sql`and not ${target.dialect.isAmong(sql.ref('granted.id'), folderIds)}`;
  return sql`with recursive granted (id, has_below) as (
      select g.document_id, case when g.kind = 'task' then 0 else 1 end
        from task_grant as g where ${isListed(target, granted)}
      union
      select below.id, 1 from granted
        ${joinLookedUp(target.dialect, { alias: 'below', on: sql`below.parent_id = granted.id` })}
        where granted.has_below = 1 ${others}
    ) select granted.id from granted`;
}

/** Whether a row of a live document or proxy is granted, for use beside another condition. */
export function isGrantedRow(
  target: Target,
  granted: GrantedDocuments,
  alias: string,
): RawBuilder<SqlBool> {
  const id = target.dialect.withoutIndex(sql.ref(`${alias}.id`));
  return anyOf([isAmongGranted(target, granted, id), ...areBelow(target, granted, alias)]);
}

/**
 * As `isGrantedRow` for a row of a document or version: itself, or its live document, a joined row that
 * may be missing.
 */
export function isGrantedVersion(
  target: Target,
  granted: GrantedDocuments,
  { row, live }: { readonly row: string; readonly live: string },
): RawBuilder<SqlBool> {
  const { dialect } = target;
  const liveId = dialect.withoutIndex(sql.ref(`${live}.id`));
  return anyOf([
    isGrantedItself(target, granted, dialect.withoutIndex(sql.ref(`${row}.id`))),
    isAmongGranted(target, granted, liveId),
    ...areBelow(target, granted, live),
  ]);
}

/** The condition on the id of a version or another document that has no place below a granted one. */
export function isGrantedItself(
  target: Target,
  granted: GrantedDocuments,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (granted.ids) return isAmongGranted(target, granted, id);
  return sql`${id} in (${directIds(target, granted)})`;
}

/**
 * The condition on the id of a document; undefined when it does not tell, as all below some folder is
 * granted.
 */
export function hasGrantedId(
  target: Target,
  granted: GrantedDocuments,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> | undefined {
  if (granted.folders.length > 0) return undefined;
  return isAmongGranted(target, granted, id);
}

/** Without what is below the folders. */
function isAmongGranted(
  target: Target,
  granted: GrantedDocuments,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (granted.ids === undefined) return sql`${id} in (${grantedIds(target, granted)})`;
  return granted.ids.length === 0 ? sql`1 = 0` : target.dialect.isAmong(id, granted.ids);
}

function areBelow(
  target: Target,
  { folders }: GrantedDocuments,
  alias: string,
): readonly RawBuilder<SqlBool>[] {
  return folders.map(({ path }) => isBelowPathUnindexed(target, path, alias));
}

function anyOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Conditions that together find the granted rows of live documents, each once, by indexes of ids and of
 * paths.
 */
export function findsGranted(
  target: Target,
  granted: GrantedDocuments,
  alias: string,
): readonly RawBuilder<SqlBool>[] {
  const below = areBelow(target, granted, alias);
  const byId = isAmongGranted(target, granted, sql.ref(`${alias}.id`));
  if (below.length === 0) return [byId];
  const byPath = granted.folders.map(({ path, isLarge }) =>
    isLarge ? isBelowPathUnindexed(target, path, alias) : isBelowPath(target, path, alias),
  );
  return [sql`(${byId} and not ${anyOf(below)})`, anyOf(byPath)];
}
