import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { isMailAddress } from '../../base/mail-address.ts';
import { systemPrincipal } from '../../model/principal.ts';
import type { UserProfile } from '../../model/user.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { UserInvitationTable } from '../../storage/mail-tables.ts';
import { requireEditorOf } from '../access/principal-rights.ts';
import { recordRegistrationEvent } from '../audit/audit-events.ts';
import { queueMail } from '../mail/mail-requests.ts';
import { checkNewUsername } from '../principals/principal-names.ts';
import { loadPrincipal } from '../principals/principals.ts';
import { searchUsers } from '../principals/search-principals.ts';
import { createUser, userExists } from '../principals/users.ts';
import type { WriteUnit } from '../unit/unit.ts';

interface NewInvitation {
  readonly username: string;
  readonly profile: Partial<UserProfile>;
  readonly groups: readonly string[];
  /** Without it, the invitation is stored, but its link is not valid. */
  readonly isAccepted: boolean;
  readonly sendsMail: boolean;
  readonly comment: string | null;
  /** Kept with the request. */
  readonly info: unknown;
}

interface Details {
  readonly profile: Partial<UserProfile>;
  readonly groups: readonly string[];
  readonly comment: string | null;
  readonly info: unknown;
}

/** An invitation as its link finds it. */
type Invitation =
  | { readonly is: 'open'; readonly username: string }
  | { readonly is: 'used' }
  | { readonly is: 'unknown' };

/** The page on which the password is chosen, below the base URL. */
const passwordPagePath = 'site/userInvitation/enterpassword/default/';
const secretSizeBytes = 32;
const dayMs = 24 * 60 * 60 * 1000;
const commentLengthMax = 4_000;
const infoLengthMax = 16_384;

/** What is stored cannot be used as a link. */
function digestOf(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex');
}

/**
 * Invites a person, who becomes a user by choosing a password. A new invitation takes the place of
 * one of the same user name. Returns the id of the request, which is the secret of the link.
 *
 * @throws AppError permission.denied, user.exists also for the mail address of another user,
 *   user.invalid, mail.invalid
 */
export async function inviteUser(unit: WriteUnit, invitation: NewInvitation): Promise<string> {
  const { handle, principal, nowMs } = unit;
  const { username, profile, groups, comment, info } = invitation;
  const { invitationDays } = unit.mailRules;
  await requireEditorOf(handle, principal, { user: username, groups });
  checkNewUsername(username);
  const email = profile.email ?? '';
  await checkAddressee(unit, { username, email });
  const details = stringifyJson({ profile, groups, comment, info } satisfies Details);
  if ((comment?.length ?? 0) > commentLengthMax || details.length > infoLengthMax) {
    throw new AppError('user.invalid', 'comment, info: are too long; write less');
  }
  const requestId = randomToken(secretSizeBytes);
  await handle.run(handle.builder.deleteFrom('user_invitation').where('username', '=', username));
  await handle.run(
    handle.builder.insertInto('user_invitation').values({
      id: digestOf(requestId),
      username,
      email,
      details,
      invited_by: principal.username,
      state: invitation.isAccepted ? 'accepted' : 'submitted',
      created_at: nowMs,
      expires_at: nowMs + invitationDays * dayMs,
    }),
  );
  recordRegistrationEvent(unit, { eventId: 'registrationSubmitted', id: username });
  if (!invitation.isAccepted) return requestId;
  recordRegistrationEvent(unit, { eventId: 'registrationAccepted', id: username });
  if (invitation.sendsMail) {
    queueMail(unit, {
      to: [email],
      template: 'userInvitation',
      values: {
        username,
        days: String(invitationDays),
        urlInvitation: `${passwordPagePath}${requestId}`,
        ...(comment && { comment }),
      },
    });
  }
  return requestId;
}

async function checkAddressee(
  { handle }: WriteUnit,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<void> {
  if (!isMailAddress(email)) {
    throw new AppError('mail.invalid', 'email: an invitation needs a plain mail address');
  }
  if (await userExists(handle, username)) throw new AppError('user.exists', 'User already exists');
  const terms = [{ prefix: email, fields: ['email'] as const }];
  const { entries } = await searchUsers(handle, { terms, limit: 50 });
  const wanted = email.toLowerCase();
  if (entries.some(({ profile }) => profile.email?.toLowerCase() === wanted)) {
    throw new AppError('user.exists', 'email: another user has that mail address');
  }
}

/** Needs no rights: the id is a secret. */
export async function findInvitation(
  handle: ReadHandle,
  requestId: string,
  nowMs: number,
): Promise<Invitation> {
  const row = await handle.first(
    handle.builder
      .selectFrom('user_invitation')
      .select(['username', 'state', 'expires_at'])
      .where('id', '=', digestOf(requestId)),
  );
  if (!row || row.expires_at <= nowMs || row.state === 'submitted') return { is: 'unknown' };
  return row.state === 'accepted' ? { is: 'open', username: row.username } : { is: 'used' };
}

/**
 * Creates the invited user with a password. The invitation can be used once. The unit is one of the
 * server: the rights are those of the user who invited, as they are now.
 *
 * @throws AppError user.exists, group.reference-unknown, permission.denied when the user who invited
 *   may not create that user any more
 */
export async function acceptInvitation(
  unit: WriteUnit,
  { requestId, passwordHash }: { readonly requestId: string; readonly passwordHash: string },
): Promise<Invitation> {
  const { handle } = unit;
  const row = await claimInvitation(handle, digestOf(requestId), unit.nowMs);
  if (!row) return findInvitation(handle, requestId, unit.nowMs);
  const { username, invited_by: invitedBy } = row;
  const { profile, groups } = parseJson(row.details) as unknown as Details;
  const inviter =
    invitedBy === systemPrincipal.username
      ? systemPrincipal
      : await loadPrincipal(handle, invitedBy);
  if (!inviter) throw new AppError('permission.denied', 'the invitation is not valid any more');
  await requireEditorOf(handle, inviter, { user: username, groups });
  const by = { ...unit, principal: { username }, actingFor: username };
  await createUser(handle, { username, profile, groups, passwordHash, by });
  recordRegistrationEvent(by, { eventId: 'registrationValidated', id: username });
  return { is: 'open', username };
}

/** The row, which no other unit can use then. */
async function claimInvitation(
  handle: WriteHandle,
  id: string,
  nowMs: number,
): Promise<UserInvitationTable | undefined> {
  const [row] = await handle.all(
    handle.builder
      .updateTable('user_invitation')
      .set({ state: 'validated' })
      .where('id', '=', id)
      .where('state', '=', 'accepted')
      .where('expires_at', '>', nowMs)
      .returningAll(),
  );
  return row;
}

const rowsPerPurge = 500;

/** Removes some that have expired; returns how many. */
export function purgeExpiredInvitations(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('user_invitation')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('user_invitation').where('id', 'in', expired));
}
