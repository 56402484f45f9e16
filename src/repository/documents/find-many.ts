import { type RawBuilder, sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { parentPath, rootPath } from '../../model/document-path.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { boundList } from '../sql/bound-values.ts';
import type { Session } from '../unit/session.ts';
import { hydrateDocuments } from './documents.ts';
import { selectListed } from './listed-rows.ts';

/** The documents of the ids that exist, without any permission check; in no order. */
export function findDocumentsById(
  handle: ReadHandle,
  session: Session,
  ids: readonly string[],
): Promise<readonly Document[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const distinct = [...new Set(ids)];
  return findWhere(
    handle,
    session,
    sql<boolean>`id in ${boundList(handle.engine, 'string', distinct)}`,
  );
}

/** Finds what stands above a document. */
export interface Ancestors {
  /** Those the caller may read, topmost first, the root included. */
  readableOf(document: Document): readonly Document[];
}

/** Reads the ancestors of all the documents with one query, and what is not known of their ACLs. */
export async function findAncestors(
  handle: ReadHandle,
  session: Session,
  documents: readonly Document[],
): Promise<Ancestors> {
  const paths = new Set(documents.flatMap(({ path }) => pathsAbove(path)));
  const list = boundList(handle.engine, 'string', [...paths]);
  const found =
    paths.size === 0 ? [] : await findWhere(handle, session, sql<boolean>`path in ${list}`);
  await knowAcls(handle, session, found);
  const byPath = new Map<string, Document>();
  for (const document of found) {
    const isReadable = await hasPermission(handle, session, { document, permission: 'Read' });
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
export async function knowAcls(
  handle: ReadHandle,
  session: Session,
  documents: readonly Document[],
): Promise<void> {
  const ids = new Set(documents.map(({ aclId }) => aclId));
  await session.acls.effectiveAcesOf(handle, [...ids]);
}

async function findWhere(
  handle: ReadHandle,
  session: Session,
  condition: RawBuilder<boolean>,
): Promise<readonly Document[]> {
  const rows = await handle.all(selectListed(handle).where(condition));
  return hydrateDocuments(handle, session, rows);
}
