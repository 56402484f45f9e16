import type { DocumentId } from '../../base/ids.ts';
import { type Ace, aceStatus, comparedAceId, everyone, readAceId } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { requirePermission } from '../access/permissions.ts';
import { activeTokens, followExternalUsers } from '../credentials/external-tokens.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import { queueMail } from '../mail/mail-requests.ts';
import { mailTime } from '../mail/mail-time.ts';
import { existingGroups } from '../principals/groups.ts';
import { isTransientName, transientAddress } from '../principals/principal-names.ts';
import type { WriteUnit } from '../unit/unit.ts';

interface PermissionMails {
  readonly documentId: string;
  readonly aces: readonly Ace[];
}

/** Leaves a mail for each entry to its user, or to each user of its group. Needs two queries at most. */
export async function queuePermissionMails(
  unit: WriteUnit,
  { documentId, aces }: PermissionMails,
): Promise<void> {
  if (!unit.sendsMail) return;
  const names = [...new Set(aces.map(({ username }) => username))];
  const groups = names.length === 0 ? new Set() : await existingGroups(unit.handle, names);
  const tokens = await activeTokens(unit.handle, names.filter(isTransientName));
  for (const ace of aces) {
    // All users of a server are not told of a permission.
    if (ace.username === everyone) continue;
    const address = transientAddress(ace.username);
    const kind = groups.has(ace.username) ? 'group' : 'user';
    queueMail(unit, {
      to: [address ?? `${kind}:${ace.username}`],
      template: 'aceGranted',
      values: valuesOf(ace),
      document: { id: documentId },
      isForReaders: true,
      externalTokenId: tokens.get(ace.username),
    });
  }
}

function valuesOf({ creator, permission, comment, begin, end }: Ace): Record<string, string> {
  return {
    permission,
    ...(creator !== null && { author: creator }),
    ...(comment && { comment }),
    ...(begin !== null && { begin: mailTime(begin) }),
    ...(end !== null && { end: mailTime(end) }),
  };
}

/**
 * Sends the mail of an entry again, whether or not it asks for one. Nothing happens without such an
 * entry, and for one that has ended.
 *
 * @throws AppError permission.denied without WriteSecurity, acl.invalid for an id of another form
 */
export async function resendPermissionMail(
  unit: WriteUnit,
  { id, aceId }: { readonly id: DocumentId; readonly aceId: string },
): Promise<Document> {
  const wanted = readAceId(aceId);
  const document = await getDocumentForUpdate(unit, id);
  await requirePermission(unit, { document, permission: 'WriteSecurity' });
  const ace = document.ownAcls
    .flatMap(({ aces }) => aces)
    .find((each) => comparedAceId(each) === wanted);
  if (ace?.granted && aceStatus(ace, unit.nowMs) !== 'archived') {
    // Entries of imports have no token yet.
    await followExternalUsers(unit, { documentId: id, before: [], after: document.ownAcls });
    await queuePermissionMails(unit, { documentId: id, aces: [ace] });
  }
  return document;
}
