import { type RawBuilder, sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { parentPath, rootPath } from '../../model/document-path.ts';
import { hasPermission } from '../access/permissions.ts';
import { boundList } from '../sql/bound-values.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { hydrateDocuments } from './documents.ts';
import { selectListed } from './listed-rows.ts';

/** The documents of the ids that exist, without any permission check; in no order. */
export function findDocumentsById(
  unit: ReadUnit,
  ids: readonly string[],
): Promise<readonly Document[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const distinct = [...new Set(ids)];
  return findWhere(unit, sql<boolean>`id in ${boundList(unit.handle.engine, 'string', distinct)}`);
}

/** Finds what stands above a document. */
export interface Ancestors {
  /** Those the caller may read, topmost first, the root included. */
  readableOf(document: Document): readonly Document[];
}

/** Reads the ancestors of all the documents with one query, and what is not known of their ACLs. */
export async function findAncestors(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<Ancestors> {
  const paths = new Set(documents.flatMap(({ path }) => pathsAbove(path)));
  const list = boundList(unit.handle.engine, 'string', [...paths]);
  const found = paths.size === 0 ? [] : await findWhere(unit, sql<boolean>`path in ${list}`);
  await knowAcls(unit, found);
  const byPath = new Map<string, Document>();
  for (const document of found) {
    const isReadable = await hasPermission(unit, { document, permission: 'Read' });
    if (isReadable && document.path !== null) byPath.set(document.path, document);
  }
  return {
    readableOf: ({ path }) => pathsAbove(path).flatMap((above) => byPath.get(above) ?? []),
  };
}

/** Topmost first; none above the root and of a version whose live document is gone. */
function pathsAbove(path: string | null): readonly string[] {
  const paths: string[] = [];
  let above = path === null || path === rootPath ? null : parentPath(path);
  for (; above !== null; above = parentPath(above)) paths.unshift(above);
  return paths;
}

/** Many unknown ACLs are read at once rather than one by one. */
export async function knowAcls(unit: ReadUnit, documents: readonly Document[]): Promise<void> {
  const ids = new Set(documents.map(({ aclId }) => aclId));
  await unit.acls.effectiveAcesOf(unit.handle, [...ids]);
}

async function findWhere(
  unit: ReadUnit,
  condition: RawBuilder<boolean>,
): Promise<readonly Document[]> {
  const rows = await unit.handle.all(selectListed(unit.handle).where(condition));
  return hydrateDocuments(unit, rows);
}
