import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import type { Session } from '../unit/session.ts';
import { userWorkspacePaths } from './user-workspace.ts';

export const profileType = 'UserProfile';

/**
 * User name → the document in which the user tells of themself: the first of its type that lies in
 * their personal workspace. Left out are those that the caller may not read. Costs the same number of
 * queries for any number of users.
 */
export async function findUserProfiles(
  handle: ReadHandle,
  session: Session,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  const paths = await userWorkspacePaths(handle, session, usernames);
  const profiles = await readProfiles(handle, session, [...paths.values()]);
  const byPlace = new Map<string, Document>();
  for (const { document, workspacePath } of profiles) {
    if (byPlace.has(workspacePath)) continue;
    if (await hasPermission(handle, session, { document, permission: 'Read' })) {
      byPlace.set(workspacePath, document);
    }
  }
  return new Map(
    [...paths].flatMap(([username, path]) => {
      const profile = byPlace.get(path);
      return profile ? [[username, profile] as const] : [];
    }),
  );
}

interface PlacedProfile {
  readonly document: Document;
  readonly workspacePath: string;
}

/** Oldest first. */
async function readProfiles(
  handle: ReadHandle,
  session: Session,
  workspacePaths: readonly string[],
): Promise<readonly PlacedProfile[]> {
  const { model } = session;
  const types = model.definition.types.flatMap(({ name }) =>
    model.isSubtype(name, profileType) ? [name] : [],
  );
  if (types.length === 0 || workspacePaths.length === 0) return [];
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .innerJoin('document as workspace', 'workspace.id', 'document.parent_id')
      .selectAll('document')
      .select('workspace.path as workspace_path')
      .where('workspace.path', 'in', workspacePaths)
      .where('document.primary_type', 'in', types)
      .where('document.proxy_target_id', 'is', null)
      .where('document.is_trashed', '=', 0)
      .orderBy('document.created_at')
      .orderBy('document.id'),
  );
  const documents = await hydrateDocuments(handle, session, rows);
  await session.acls.effectiveAcesOf(
    handle,
    documents.map(({ aclId }) => aclId),
  );
  return rows.flatMap(({ workspace_path: workspacePath }, at) => {
    const document = documents[at];
    return document && workspacePath !== null ? [{ document, workspacePath }] : [];
  });
}
