import type { Document } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocumentsById, knowAcls } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import type { AccessControl } from './security.ts';

/**
 * As `getAccessControl` for many documents: undefined where the caller lacks ReadSecurity. Costs a
 * query for the live documents of versions, and what is not known yet of the ACLs.
 */
export async function listAccessControls(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<readonly (AccessControl | undefined)[]> {
  const versions = documents.filter(({ isVersion }) => isVersion);
  const live = await findDocumentsById(
    unit,
    versions.map(({ seriesId }) => seriesId),
  );
  const liveById = new Map(live.map((document) => [document.id, document]));
  await knowAcls(unit, [...documents, ...live]);
  const found: (AccessControl | undefined)[] = [];
  for (const document of documents) {
    const isAllowed = await hasPermission(unit, {
      document,
      permission: 'ReadSecurity',
    });
    const secured = document.isVersion ? liveById.get(document.seriesId) : document;
    found.push(isAllowed ? await accessControlOf(unit, secured) : undefined);
  }
  return found;
}

/** The effective entries begin with the document's own; what follows is inherited. */
async function accessControlOf(
  unit: ReadUnit,
  document: Document | undefined,
): Promise<AccessControl> {
  if (!document) return { own: [], inherited: [] };
  const own = document.ownAcls;
  const effective = await unit.acls.effectiveAces(unit.handle, document.aclId);
  const ownCount = own.reduce((count, acl) => count + acl.aces.length, 0);
  return { own, inherited: effective.slice(ownCount) };
}
