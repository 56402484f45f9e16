import type { Document } from '../../model/document.ts';
import { expectTargets, hasPermission } from '../access/permissions.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { userWorkspacePaths } from './user-workspace.ts';

export const profileType = 'UserProfile';

/**
 * User name → the profile document of the user: the first of its type in the personal workspace.
 * Profiles that the caller may not read are left out. The number of queries does not depend on the
 * number of users.
 */
export async function findUserProfiles(
  unit: ReadUnit,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  const paths = await userWorkspacePaths(unit, usernames);
  const profiles = await readProfiles(unit, [...paths.values()]);
  const byPlace = new Map<string, Document>();
  for (const { document, workspacePath } of profiles) {
    if (byPlace.has(workspacePath)) continue;
    if (await hasPermission(unit, { document, permission: 'Read' })) {
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
  unit: ReadUnit,
  workspacePaths: readonly string[],
): Promise<readonly PlacedProfile[]> {
  const { model } = unit;
  const types = model.definition.types.flatMap(({ name }) =>
    model.isSubtype(name, profileType) ? [name] : [],
  );
  if (types.length === 0 || workspacePaths.length === 0) return [];
  const rows = await unit.handle.all(
    unit.handle.builder
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
  const documents = await hydrateDocuments(unit, rows);
  await expectTargets(unit, documents);
  return rows.flatMap(({ workspace_path: workspacePath }, at) => {
    const document = documents[at];
    return document && workspacePath !== null ? [{ document, workspacePath }] : [];
  });
}
