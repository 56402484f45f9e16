import { slicesOf } from '../../base/slices.ts';
import type { Document } from '../../model/document.ts';
import { parentPath, rootPath } from '../../model/document-path.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { expectTargets, hasPermission } from '../access/permissions.ts';
import { isAtPath } from '../sql/tree-conditions.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import type { ListBudget } from './complete-rows.ts';
import { hydrateDocuments } from './documents.ts';
import { type ListedRow, selectListed } from './listed-rows.ts';

/** The documents in the order of the ids, without missing ones; no permission is checked. */
export async function findDocumentsById(
  unit: ReadUnit,
  ids: readonly string[],
  budget?: ListBudget,
): Promise<readonly Document[]> {
  const found = await findDocuments(unit, { ids, paths: [] }, budget);
  const byId = new Map(found.map((document) => [document.id as string, document]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The documents of the ids, whose rows no other unit can change until this one ends. In the order of
 * ids, so that units with the same documents wait for each other. `getDocumentForUpdate` then finds
 * them without a query, as long as the unit sends no other change.
 */
export async function lockDocuments(
  unit: WriteUnit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  const { handle } = unit;
  const rows: ListedRow[] = [];
  for (const keys of slicesOf([...new Set(ids)].sort(), keysPerQuery)) {
    const query = selectListed(handle)
      .where('id', 'in', keyList(handle.dialect, keys))
      .orderBy('id');
    rows.push(...(await handle.all(handle.dialect.locking(query, 'noKeyUpdate'))));
  }
  const present = rows.filter((row) => row.path !== null || row.is_version === 1);
  const documents = await hydrateDocuments(unit, present);
  for (const document of documents) unit.known.keepDocument(document, handle);
  return new Map(documents.map((document) => [document.id as string, document]));
}

/** The existing documents of the ids and paths, in no order; no permission is checked. */
export async function findDocuments(
  unit: ReadUnit,
  { ids, paths }: { readonly ids: readonly string[]; readonly paths: readonly string[] },
  budget?: ListBudget,
): Promise<readonly Document[]> {
  // A statement for each: PostgreSQL has no index for one list or another, and would read the table.
  const rows = [...(await rowsIn(unit, 'id', ids)), ...(await rowsIn(unit, 'path', paths))];
  if (rows.length === 0) return [];
  const distinct = new Map(rows.map((row) => [row.id, row]));
  return hydrateDocuments(unit, [...distinct.values()], budget);
}

async function rowsIn(
  { handle }: ReadUnit,
  column: 'id' | 'path',
  values: readonly string[],
): Promise<readonly ListedRow[]> {
  const rows: ListedRow[] = [];
  for (const keys of slicesOf([...new Set(values)], keysPerQuery)) {
    const query = selectListed(handle);
    const among =
      column === 'path'
        ? query.where(isAtPath(handle, keys))
        : query.where('id', 'in', keyList(handle.dialect, keys));
    rows.push(...(await handle.all(among)));
  }
  return rows;
}

/** SQLite reads so many rows in some milliseconds, and other work may run before the next ones. */
const keysPerQuery = 250;

/** Finds the ancestors of one of the documents that they were read for. */
export interface Ancestors {
  /** Those the caller may read, topmost first, the root included; the same list for all of one folder. */
  readableOf(document: Document): readonly Document[];
}

/** Reads the ancestors of all the documents with one query, and their ACLs that are not cached. */
export async function findAncestors(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<Ancestors> {
  const parents = new Set(documents.map(parentPathOf));
  const paths = new Set([...parents].flatMap(upFrom));
  const found = await findDocuments(unit, { ids: [], paths: [...paths] });
  await loadAcls(unit, found);
  const byPath = new Map<string, Document>();
  for (const document of found) {
    const isReadable = await hasPermission(unit, { document, permission: 'Read' });
    if (isReadable && document.path !== null) byPath.set(document.path, document);
  }
  const lists = new Map(
    [...parents].map((parent) => {
      const readable = upFrom(parent).flatMap((above) => byPath.get(above) ?? []);
      return [parent, readable] as const;
    }),
  );
  return { readableOf: (document) => lists.get(parentPathOf(document)) ?? [] };
}

/** Null for the root and a version whose live document is gone. */
function parentPathOf({ path }: Document): string | null {
  return path === null || path === rootPath ? null : parentPath(path);
}

/** The path and those above it, topmost first. */
function upFrom(path: string | null): readonly string[] {
  const paths: string[] = [];
  for (let above = path; above !== null; above = parentPath(above)) paths.unshift(above);
  return paths;
}

/** Before questions about the permissions of many documents: what decides is read for all at once. */
export function loadAcls(unit: ReadUnit, documents: readonly Document[]): Promise<void> {
  return expectTargets(unit, documents);
}
