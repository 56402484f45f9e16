import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { subtreeRange } from '../../model/document-path.ts';
import { type PendingTree, rangeBelow } from '../../model/pending-tree.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';

// Conditions on the path of a document. The path of a pending change is computed, so an index finds
// the rows by the paths at which they may be stored.

/** That a document has one of the paths. */
export function isAtPath(
  { tree, dialect }: Pick<ReadHandle, 'tree' | 'dialect'>,
  paths: readonly string[],
  alias = 'document',
): RawBuilder<SqlBool> {
  const path = sql.ref(`${alias}.path`);
  const isAt = equals(path, keyList(dialect, paths), paths);
  if (tree.isEmpty) return isAt;
  const stored = tree.storedPaths(paths);
  const isStored = equals(sql.ref(`${alias}.stored_path`), keyList(dialect, stored), stored);
  return sql`(${isStored} and ${isAt})`;
}

function equals(
  column: RawBuilder<unknown>,
  list: RawBuilder<unknown>,
  paths: readonly string[],
): RawBuilder<SqlBool> {
  const [only] = paths;
  return paths.length === 1 ? sql`${column} = ${only}` : sql`${column} in ${list}`;
}

/** That a document is below a path, and not at it. */
export function isBelowPath(
  { tree }: { readonly tree: PendingTree },
  path: string,
  alias = 'document',
): RawBuilder<SqlBool> {
  const isBelow = isWithin(sql.ref(`${alias}.path`), subtreeRange(path));
  if (tree.isEmpty) return isBelow;
  const column = sql.ref(`${alias}.stored_path`);
  const stored = tree.storedAbove(path).map((stem) => isWithin(column, rangeBelow(stem)));
  return sql`((${sql.join(stored, sql` or `)}) and ${isBelow})`;
}

/**
 * That a document is below a folder and behind a path in the order of `pathInOrder`; every document below
 * is behind the folder itself. One lower bound: of two, SQLite would use the first, and read again
 * what is in front of the path.
 */
export function isBelowPathAfter(
  handle: { readonly tree: PendingTree },
  folder: string,
  after: string,
): RawBuilder<SqlBool> {
  const { tree } = handle;
  if (tree.movesAround(folder)) {
    return sql`(${isBelowPath(handle, folder)} and ${sql.ref('document.path')} > ${after})`;
  }
  const { from, to } = subtreeRange(folder);
  const column = storedPath(handle);
  const isNext = sql<SqlBool>`(${column} > ${after > from ? after : from} and ${column} < ${to})`;
  if (tree.isEmpty) return isNext;
  // Documents that a pending change removes are stored there, and have no path.
  return sql`(${isNext} and ${isWithin(sql.ref('document.path'), { from, to })})`;
}

/**
 * As `isBelowPath`, beside a condition that has an index of its own with few documents, by path: with
 * several ranges of stored paths SQLite would read all documents below instead.
 */
export function isFewBelowPath(
  { tree }: { readonly tree: PendingTree },
  path: string,
): RawBuilder<SqlBool> {
  const isBelow = isWithin(sql.ref('document.path'), subtreeRange(path));
  if (tree.isEmpty) return isBelow;
  return sql`(${sql.ref('document.stored_path')} is not null and ${isBelow})`;
}

/** As `isBelowPath`, where no index of paths is to be used. */
export function isBelowPathUnindexed(
  { dialect }: Pick<ReadHandle, 'dialect'>,
  path: string,
  alias: string,
): RawBuilder<SqlBool> {
  return isWithin(dialect.withoutIndex(sql.ref(`${alias}.path`)), subtreeRange(path));
}

function isWithin(
  column: RawBuilder<unknown>,
  { from, to }: { readonly from: string; readonly to: string },
): RawBuilder<SqlBool> {
  return sql`(${column} >= ${from} and ${column} < ${to})`;
}

/** The path at which the row of a document is stored. */
export function storedPath({ tree }: { readonly tree: PendingTree }): RawBuilder<string> {
  return sql.ref(tree.isEmpty ? 'document.path' : 'document.stored_path');
}

/**
 * The path of documents below a folder, to read them in its order: stored paths have an index. While
 * documents are moved to the folder or within it by pending changes, they must be sorted.
 */
export function pathInOrder(
  handle: { readonly tree: PendingTree },
  folder: string,
): RawBuilder<string> {
  return handle.tree.movesAround(folder) ? sql.ref('document.path') : storedPath(handle);
}
