import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocumentsById, knowAcls } from '../documents/find-many.ts';
import type { Session } from '../unit/session.ts';
import type { AccessControl } from './security.ts';

/**
 * As `getAccessControl` for many documents: undefined where the caller lacks ReadSecurity. Costs a
 * query for the live documents of versions, and what is not known yet of the ACLs.
 */
export async function listAccessControls(
  handle: ReadHandle,
  session: Session,
  documents: readonly Document[],
): Promise<readonly (AccessControl | undefined)[]> {
  const versions = documents.filter(({ isVersion }) => isVersion);
  const live = await findDocumentsById(
    handle,
    session,
    versions.map(({ seriesId }) => seriesId),
  );
  const liveById = new Map(live.map((document) => [document.id, document]));
  await knowAcls(handle, session, [...documents, ...live]);
  const found: (AccessControl | undefined)[] = [];
  for (const document of documents) {
    const isAllowed = await hasPermission(handle, session, {
      document,
      permission: 'ReadSecurity',
    });
    const secured = document.isVersion ? liveById.get(document.seriesId) : document;
    found.push(isAllowed ? await accessControlOf(handle, session, secured) : undefined);
  }
  return found;
}

/** The effective entries begin with the document's own; what follows is inherited. */
async function accessControlOf(
  handle: ReadHandle,
  session: Session,
  document: Document | undefined,
): Promise<AccessControl> {
  if (!document) return { own: [], inherited: [] };
  const own = document.ownAcls;
  const effective = await session.acls.effectiveAces(handle, document.aclId);
  const ownCount = own.reduce((count, acl) => count + acl.aces.length, 0);
  return { own, inherited: effective.slice(ownCount) };
}
