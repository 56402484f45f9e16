import { type Acl, everyone, everything, grantAce, localAclName } from '../../model/acl.ts';
import { isCollection } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { joinPath } from '../../model/document-path.ts';
import { createPrincipal } from '../../model/principal.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { findDocument, getDocument, hydrateDocuments } from '../documents/documents.ts';
import { createDocument } from '../editing/create-document.ts';
import { setOwnAcls } from '../editing/security.ts';
import { findUserWorkspace, getUserWorkspace, usualWorkspace } from '../personal/user-workspace.ts';
import { isAtPath } from '../sql/tree-conditions.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

/** What the personal workspace has for collections: name, title and type are the same. */
type PersonalName = 'Collections' | 'Favorites';

/**
 * The collection with the favorites of the caller, created by the server at the first request.
 *
 * @throws AppError resource.not-found when there is no domain for personal workspaces
 */
export function getFavorites(unit: WriteUnit): Promise<Document> {
  return getPersonal(unit, 'Favorites');
}

/** The folder in which the collections of the caller are created; as `getFavorites`. */
export function getCollectionsFolder(unit: WriteUnit): Promise<Document> {
  return getPersonal(unit, 'Collections');
}

/** Without creating it. */
export function findFavorites(unit: ReadUnit): Promise<Document | undefined> {
  return findPersonal(unit, 'Favorites');
}

/** Without creating it. */
export function findCollectionsFolder(unit: ReadUnit): Promise<Document | undefined> {
  return findPersonal(unit, 'Collections');
}

async function getPersonal(unit: WriteUnit, type: PersonalName): Promise<Document> {
  const known = await findPersonal(unit, type);
  if (known) return getDocument(unit, { id: known.id });
  const workspace = await getUserWorkspace(unit);
  // Other units that create it wait here, and then find it.
  await unit.handle.lockTree('exclusive');
  const made = (await findPersonal(unit, type)) ?? (await createPersonal(unit, workspace, type));
  return getDocument(unit, { id: made.id });
}

async function findPersonal(unit: ReadUnit, type: PersonalName): Promise<Document | undefined> {
  const workspace = await findUserWorkspace(unit);
  if (!workspace) return undefined;
  const atPath = await findDocument(unit, { path: joinPath(workspace.path ?? '/', type) });
  if (atPath && isUsable(atPath, type)) return atPath;
  // Something else has the name: the document has another one.
  return atPath && (await findByType(unit, workspace, type));
}

function isUsable(document: Document, type: PersonalName): boolean {
  return document.type === type && !document.isTrashed && document.proxyTarget === null;
}

async function findByType(
  unit: ReadUnit,
  workspace: Document,
  type: PersonalName,
): Promise<Document | undefined> {
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .selectAll()
      .where('parent_id', '=', workspace.id)
      .where('primary_type', '=', type)
      .where('is_trashed', '=', 0)
      .where('proxy_target_id', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  );
  return (await hydrateDocuments(unit, rows))[0];
}

/** Must be called with the tree locked, as otherwise two might be created. */
async function createPersonal(
  unit: WriteUnit,
  workspace: Document,
  type: PersonalName,
): Promise<Document> {
  const { username } = unit.principal;
  // The owner is recorded as the creator, also without rights in the workspace.
  const owner = { ...unit, principal: createPrincipal(username, [], true) };
  const made = await createDocument(owner, {
    parentId: workspace.id,
    name: type,
    type,
    properties: { 'dc:title': type },
  });
  return setOwnAcls(owner, { id: made.id, acls: onlyFor(username) });
}

function onlyFor(username: string): readonly Acl[] {
  const denied = { ...grantAce(everyone, everything), granted: false };
  return [{ name: localAclName, aces: [grantAce(username, everything), denied] }];
}

/** The documents among some that are favorites of the caller, mostly with one query. */
export async function findFavoriteIds(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  const { handle } = unit;
  const { domain, path } = usualWorkspace(unit);
  const ids = documents.map(({ id }) => id);
  const rows = await handle.all(
    handle.builder
      .selectFrom('document as domain')
      .leftJoin('document as favorites', (join) =>
        join.on(isAtPath(handle, [joinPath(path, 'Favorites')], 'favorites')),
      )
      .leftJoin('collection_member as member', (join) =>
        join
          .onRef('member.collection_id', '=', 'favorites.id')
          .on('member.removed_after', 'is', null)
          .on('member.member_id', 'in', keyList(handle.dialect, ids)),
      )
      .select(['favorites.primary_type', 'favorites.is_trashed', 'member.member_id'])
      .where(isAtPath(handle, [domain], 'domain'))
      .where('domain.primary_type', '=', 'Domain'),
  );
  const [first] = rows;
  if (first?.primary_type === null) return new Set();
  if (first?.primary_type !== 'Favorites' || first.is_trashed === 1) {
    return favoritesElsewhere(unit, ids);
  }
  return new Set(rows.flatMap(({ member_id: id }) => id ?? []));
}

/** Where the domain of the initial content is gone, or something else has the name of the collection. */
async function favoritesElsewhere(
  unit: ReadUnit,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const favorites = await findFavorites(unit);
  if (!favorites || !isCollection(favorites)) return new Set();
  const { handle } = unit;
  const rows = await handle.all(
    handle.builder
      .selectFrom('collection_member')
      .select('member_id')
      .where('collection_id', '=', favorites.id)
      .where('member_id', 'in', keyList(handle.dialect, ids))
      .where('removed_after', 'is', null),
  );
  return new Set(rows.map(({ member_id: id }) => id));
}
