import {
  type Ace,
  type Acl,
  comparedAceId,
  everyone,
  everything,
  grantAce,
} from '../../model/acl.ts';
import { removeAcl } from '../../model/acl-edits.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission, requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { findDocument } from '../documents/documents.ts';
import { actingAsSystem, type WriteUnit } from '../unit/unit.ts';
import { setOwnAcls } from './security.ts';

/** The list of the entries that hide a publication until it is approved. */
const publicationAclName = 'publication';
const publisherPermission = 'AddChildren';

/**
 * Whether the caller may publish in the section, or only ask for it.
 *
 * @throws AppError permission.denied when it may do neither
 */
export async function publisherRole(
  unit: WriteUnit,
  section: Document,
): Promise<'publisher' | 'requester'> {
  const isPublisher = { document: section, permission: publisherPermission };
  if (await hasPermission(unit, isPublisher)) return 'publisher';
  const mayAsk = { document: section, permission: 'CanAskForPublishing' };
  if (await hasPermission(unit, mayAsk)) return 'requester';
  await requirePermission(unit, isPublisher);
  return 'requester';
}

/** Who has asked for a publication that is not approved yet. */
export function requesterOf({ ownAcls, proxyTarget }: Document): string | undefined {
  if (!proxyTarget) return undefined;
  return ownAcls.find(({ name }) => name === publicationAclName)?.aces[0]?.username;
}

/**
 * Hides a new proxy from all but its author and those who may publish in the section now: later
 * changes of the permissions of the section do not change it.
 */
export async function awaitApproval(
  unit: WriteUnit,
  { document, proxy, section }: Record<'document' | 'proxy' | 'section', Document>,
): Promise<Document> {
  const author = unit.principal.username;
  const aces = [
    grantAce(author, 'Read', author),
    ...(await publisherAces(unit, section)),
    { ...grantAce(everyone, everything), granted: false },
  ];
  const hidden = await setOwnAcls(actingAsSystem(unit), {
    id: proxy.id,
    acls: [{ name: publicationAclName, aces }],
  });
  for (const waiting of [document, hidden]) {
    await announce(unit, { eventId: 'documentWaitingPublication', documents: [waiting] });
  }
  return hidden;
}

/** What lets users publish in the section, in the order that decides. */
async function publisherAces(unit: WriteUnit, section: Document): Promise<readonly Ace[]> {
  const including = unit.model.permissionsIncluding(publisherPermission);
  const aces = (await unit.acls.effectiveAces(unit.handle, section.aclId))
    .filter(({ permission }) => including.has(permission))
    .map(({ username, granted, begin, end }): Ace => {
      return { ...grantAce(username, 'ReadWrite'), granted, begin, end };
    });
  return [
    ...new Map(aces.toReversed().map((ace) => [comparedAceId(ace), ace])).values(),
  ].toReversed();
}

/** Shows a proxy that was asked for to all who may read in its section. */
export async function approvePublication(
  unit: WriteUnit,
  { document, proxy }: Record<'document' | 'proxy', Document>,
): Promise<Document> {
  const requester = requesterOf(proxy);
  if (requester === undefined) return proxy;
  const acls: readonly Acl[] = removeAcl(proxy.ownAcls, publicationAclName);
  const shown = await setOwnAcls(actingAsSystem(unit), { id: proxy.id, acls });
  for (const approved of [document, shown]) {
    await announce(unit, {
      eventId: 'documentPublicationApproved',
      documents: [approved],
      mail: approved === document ? 'none' : { recipients: [`user:${requester}`] },
    });
  }
  return shown;
}

/** After a proxy was removed that another user has asked for. */
export async function announceRejection(unit: WriteUnit, proxy: Document): Promise<void> {
  const requester = requesterOf(proxy);
  const isReplaced = unit.actingFor !== undefined;
  if (requester === undefined || isReplaced || requester === unit.principal.username) return;
  // The proxy is gone: the mail is about the document.
  const live = await findDocument(unit, { id: proxy.seriesId });
  await announce(unit, {
    eventId: 'documentPublicationRejected',
    documents: [live ?? proxy],
    mail: { recipients: [`user:${requester}`] },
  });
}
