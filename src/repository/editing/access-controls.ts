import { present } from '../../base/assert.ts';
import type { Acl } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { aceOfRight, aclsOfGrants, type TaskGrant } from '../../model/task-grant.ts';
import { hasPermission, requirePermission } from '../access/permissions.ts';
import { readTaskGrants } from '../access/task-grants.ts';
import { findDocumentsById, loadAcls } from '../documents/find-many.ts';
import type { EffectiveAces } from '../unit/acl-cache.ts';
import type { ReadUnit } from '../unit/unit.ts';

/**
 * A document's own ACLs and the entries it inherits. What tasks allow comes first in both, as it is
 * decided first.
 */
export interface AccessControl {
  readonly own: readonly Acl[];
  readonly inherited: EffectiveAces;
}

/**
 * A version has what its live document has.
 *
 * @throws AppError permission.denied without ReadSecurity
 */
export async function getAccessControl(unit: ReadUnit, document: Document): Promise<AccessControl> {
  await requirePermission(unit, { document, permission: 'ReadSecurity' });
  const [found] = await listAccessControls(unit, [document]);
  return present(found, 'the permission was required');
}

/**
 * As `getAccessControl` for many documents: undefined where the caller lacks ReadSecurity. Needs a
 * query for the live documents of versions, one or two for what tasks allow, and reads of ACLs that are
 * not cached.
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
  await loadAcls(unit, [...documents, ...live]);
  const allowed = new Set<Document>();
  for (const document of documents) {
    if (await hasPermission(unit, { document, permission: 'ReadSecurity' })) allowed.add(document);
  }
  const grants = await readTaskGrants(unit, [...allowed]);
  const found: (AccessControl | undefined)[] = [];
  for (const document of documents) {
    const secured = document.isVersion ? liveById.get(document.seriesId) : document;
    const access = allowed.has(document) ? await accessControlOf(unit, secured) : undefined;
    found.push(access && withGrants(access, document, grants.get(document.id) ?? []));
  }
  return found;
}

/**
 * The effective entries begin with the document's own; the others are inherited. A block among the
 * own entries ends them before anything is.
 */
async function accessControlOf(
  unit: ReadUnit,
  document: Document | undefined,
): Promise<AccessControl> {
  if (!document) return { own: [], inherited: [] };
  const own = document.ownAcls;
  const effective = await unit.acls.effectiveAces(unit.handle, document.aclId);
  const ownCount = own.reduce((count, acl) => count + acl.aces.length, 0);
  return { own, inherited: ownCount === 0 ? effective : effective.slice(ownCount) };
}

/** A version shows the grants of its live document as its own. */
function withGrants(
  { own, inherited }: AccessControl,
  { id, isVersion, seriesId }: Document,
  grants: readonly TaskGrant[],
): AccessControl {
  if (grants.length === 0) return { own, inherited };
  const isOwn = ({ documentId }: TaskGrant) =>
    documentId === id || (isVersion && documentId === seriesId);
  return {
    own: [...aclsOfGrants(grants.filter(isOwn)), ...own],
    inherited: [...grants.filter((grant) => !isOwn(grant)).map(aceOfRight), ...inherited],
  };
}
