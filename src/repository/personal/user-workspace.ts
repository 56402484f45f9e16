import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { type Acl, everyone, everything, grantAce, localAclName } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { isDocumentName } from '../../model/document-name.ts';
import { joinPath, rootPath } from '../../model/document-path.ts';
import { createPrincipal } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findDocument, getDocument, hydrateDocuments } from '../documents/documents.ts';
import { createDocument } from '../editing/create-document.ts';
import { setOwnAcls } from '../editing/security.ts';
import { isTransientName } from '../principals/principal-names.ts';
import { findUser } from '../principals/users.ts';
import { actingAsSystem, type ReadUnit, type WriteUnit } from '../unit/unit.ts';

const rootName = 'UserWorkspaces';
const preferredDomain = '/default-domain';

const closedToAll: readonly Acl[] = [
  { name: localAclName, aces: [{ ...grantAce(everyone, everything), granted: false }] },
];

/**
 * The caller's personal workspace, created by the server at the first request: only the caller and
 * administrators have access. Other changes of the unit should follow it, as creating it locks the
 * whole tree.
 *
 * @throws AppError resource.not-found when there is no domain to put it in, and for external users
 */
export async function getUserWorkspace(unit: WriteUnit): Promise<Document> {
  if (isTransientName(unit.principal.username)) {
    throw new AppError('resource.not-found', 'External users have no personal workspace');
  }
  const known = await findUserWorkspace(unit);
  if (known) return getDocument(unit, { id: known.id });
  await unit.handle.lockTree('exclusive');
  const made = (await findUserWorkspace(unit)) ?? (await createUserWorkspace(unit));
  return getDocument(unit, { id: made.id });
}

/** Without creating it; undefined until it has been created. */
export async function findUserWorkspace(unit: ReadUnit): Promise<Document | undefined> {
  const { username } = unit.principal;
  const path = (await userWorkspacePaths(unit, [username])).get(username);
  return path === undefined ? undefined : findDocument(unit, { path });
}

/** User name → where the personal workspace is or would be; empty without a domain. */
export async function userWorkspacePaths(
  unit: ReadUnit,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const domain = await findDomain(unit);
  if (!domain) return new Map();
  const root = joinPath(domain.path ?? rootPath, rootName);
  return new Map(usernames.map((username) => [username, joinPath(root, workspaceName(username))]));
}

/** Where the caller has its personal workspace if the domain of the initial content is there. */
export function usualWorkspace({ principal }: ReadUnit): { domain: string; path: string } {
  const root = joinPath(preferredDomain, rootName);
  return { domain: preferredDomain, path: joinPath(root, workspaceName(principal.username)) };
}

/** The domain of the initial content, or the oldest one after that was removed. */
async function findDomain(unit: ReadUnit): Promise<Document | undefined> {
  const preferred = await findDocument(unit, { path: preferredDomain });
  if (preferred?.type === 'Domain') return preferred;
  const root = await findDocument(unit, { path: rootPath });
  if (!root) return undefined;
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .selectAll()
      .where('parent_id', '=', root.id)
      .where('primary_type', '=', 'Domain')
      .where('is_trashed', '=', 0)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  );
  return (await hydrateDocuments(unit, rows))[0];
}

/** Must be called with the tree locked, as otherwise two might be created. */
async function createUserWorkspace(unit: WriteUnit): Promise<Document> {
  const domain = await findDomain(unit);
  if (!domain) {
    throw new AppError(
      'resource.not-found',
      'There is no domain for personal workspaces: create a document of type Domain below the root',
    );
  }
  const root = await ensureRoot(unit, domain);
  const { username } = unit.principal;
  // The owner is recorded as the creator without having rights there.
  const owner = { ...unit, principal: createPrincipal(username, [], true) };
  const workspace = await createDocument(owner, {
    parentId: root.id,
    name: workspaceName(username),
    type: 'Workspace',
    properties: { 'dc:title': await titleFor(unit.handle, username) },
  });
  return setOwnAcls(owner, {
    id: workspace.id,
    acls: [{ name: localAclName, aces: [grantAce(username, everything)] }],
  });
}

async function ensureRoot(unit: WriteUnit, domain: Document): Promise<Document> {
  const path = joinPath(domain.path ?? rootPath, rootName);
  const known = await findDocument(unit, { path });
  if (known) return known;
  const system = actingAsSystem(unit);
  const root = await createDocument(system, {
    parentId: domain.id,
    name: rootName,
    type: 'UserWorkspacesRoot',
    properties: { 'dc:title': rootName },
  });
  return setOwnAcls(system, { id: root.id, acls: closedToAll });
}

/** First and last name if they are set. */
async function titleFor(handle: ReadHandle, username: string): Promise<string> {
  const profile = (await findUser(handle, username))?.profile;
  const names = [profile?.firstName, profile?.lastName].map((name) => name?.trim() ?? '');
  return names.filter((name) => name !== '').join(' ') || username;
}

/**
 * The user name if that can be the name of a document; otherwise a unique one, as users must not
 * get the workspace of another user. `%` marks replaced characters and therefore is never kept
 * itself, and `%%` only starts a digest.
 */
function workspaceName(username: string): string {
  if (isDocumentName(username) && !username.includes('%')) return username;
  const escaped = encodeURIComponent(username.toWellFormed()).replaceAll('.', '%2E');
  if (username.isWellFormed() && isDocumentName(escaped)) return escaped;
  return `%%${createHash('sha256').update(username, 'utf16le').digest('hex')}`;
}
