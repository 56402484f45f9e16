import { AppError } from '../base/errors/app-error.ts';

/**
 * One access control entry. `begin` and `end` are epoch milliseconds or null. Two entries are the
 * same when their ids are: the fields after `end` concern notifications only.
 */
export interface Ace {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: string | null;
  readonly begin: number | null;
  readonly end: number | null;
  /** Whether the user is notified once the entry takes effect; absent when it was never set. */
  readonly notify?: boolean;
  /** The text of the notification. */
  readonly comment?: string | null;
}

export interface Acl {
  readonly name: string;
  readonly aces: readonly Ace[];
}

type AceStatus = 'pending' | 'effective' | 'archived';

export const localAclName = 'local';
export const inheritedAclName = 'inherited';
export const everyone = 'Everyone';
export const everything = 'Everything';

export function aceStatus(ace: Ace, nowMs: number): AceStatus {
  if (ace.begin !== null && nowMs < ace.begin) return 'pending';
  if (ace.end !== null && nowMs > ace.end) return 'archived';
  return 'effective';
}

/** `username:permission:granted:creator:begin:end`, the wire identity of an entry. */
export function aceId(ace: Ace): string {
  return [
    ace.username,
    ace.permission,
    String(ace.granted),
    ace.creator ?? '',
    ace.begin ?? '',
    ace.end ?? '',
  ].join(':');
}

/** The instants of entries that callers make are whole seconds. */
export function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000;
}

/** The id by which entries are compared: its instants are cut to the second. */
export function comparedAceId(ace: Ace): string {
  const cut = (instant: number | null) => (instant === null ? null : wholeSecond(instant));
  return aceId({ ...ace, begin: cut(ace.begin), end: cut(ace.end) });
}

export function isSameAce(a: Ace, b: Ace): boolean {
  return comparedAceId(a) === comparedAceId(b);
}

const tokensAfterUsername = 5;
const instantToken = /^(?:-?\d+)?$/;

/**
 * An id that a caller sent, in the form in which ids are compared. The user name may contain colons,
 * so the parts are counted from the end.
 *
 * @throws AppError acl.invalid
 */
export function readAceId(id: string): string {
  const tokens = id.split(':');
  const [permission, granted] = tokens.slice(-tokensAfterUsername);
  const instants = tokens.slice(-2);
  const isWellFormed =
    tokens.length > tokensAfterUsername &&
    permission !== '' &&
    granted !== '' &&
    instants.every((token) => instantToken.test(token));
  if (!isWellFormed) throw new AppError('acl.invalid', `Invalid ACE id: ${id.slice(0, 500)}`);
  const cut = instants.map((token) => (token === '' ? '' : wholeSecond(Number(token))));
  return [...tokens.slice(0, -2), ...cut].join(':');
}

export function grantAce(username: string, permission: string, creator: string | null = null): Ace {
  return { username, permission, granted: true, creator, begin: null, end: null };
}

/** Denies everything to Everyone: evaluation stops here, so nothing beyond it is inherited. */
export function isInheritanceBlock(ace: Ace): boolean {
  return !ace.granted && ace.username === everyone && ace.permission === everything;
}

interface AccessQuestion {
  /** The caller's name, its groups and Everyone. */
  readonly identities: ReadonlySet<string>;
  /** The requested permission and all that include it. */
  readonly grantingPermissions: ReadonlySet<string>;
  readonly nowMs: number;
}

/** The first effective entry that matches decides; none denies. */
export function isGranted(aces: readonly Ace[], question: AccessQuestion): boolean {
  for (const ace of aces) {
    if (!question.identities.has(ace.username)) continue;
    if (!decides(ace, question)) continue;
    if (aceStatus(ace, question.nowMs) === 'effective') return ace.granted;
  }
  return false;
}

function decides(ace: Ace, question: AccessQuestion): boolean {
  // A deny entry, like a grant, applies to the permission it names and to those that this includes.
  return question.grantingPermissions.has(ace.permission);
}

/** @throws AppError acl.invalid when names are empty or the interval is reversed */
export function validateAce(ace: Ace): void {
  if (ace.username === '') throw new AppError('acl.invalid', 'ACE: username must not be empty');
  if (ace.permission === '') throw new AppError('acl.invalid', 'ACE: permission must not be empty');
  if (ace.begin !== null && ace.end !== null && ace.begin > ace.end) {
    const [begin, end] = [ace.begin, ace.end].map(shownInstant);
    throw new AppError(
      'acl.invalid',
      `ACE of ${ace.username}: its end ${end} lies before its begin ${begin}`,
    );
  }
}

/** For people; also of instants that are none of the calendar. */
export function shownInstant(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? String(epochMs) : date.toISOString();
}
