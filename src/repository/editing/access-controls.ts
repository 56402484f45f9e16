import { present } from '../../base/assert.ts';
import type { Acl } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission, requirePermission } from '../access/permissions.ts';
import { findDocumentsById, loadAcls } from '../documents/find-many.ts';
import type { EffectiveAces } from '../unit/acl-cache.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** A document's own ACLs and the entries it inherits. */
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
 * query for the live documents of versions, and reads of ACLs that are not cached.
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
  return { own, inherited: effective.slice(ownCount) };
}
