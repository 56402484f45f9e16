import { AppError } from '../base/errors/app-error.ts';

/** One access control entry. `begin` and `end` are epoch milliseconds or null. */
export interface Ace {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: string | null;
  readonly begin: number | null;
  readonly end: number | null;
}

export interface Acl {
  readonly name: string;
  readonly aces: readonly Ace[];
}

export type AceStatus = 'pending' | 'effective' | 'archived';

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

export function grantAce(username: string, permission: string, creator: string | null = null): Ace {
  return { username, permission, granted: true, creator, begin: null, end: null };
}

/** Denies everything to everybody: evaluation stops here, so nothing is inherited past it. */
export function isInheritanceBlock(ace: Ace): boolean {
  return !ace.granted && ace.username === everyone && ace.permission === everything;
}

export interface AccessQuestion {
  /** The caller's name, its groups and Everyone. */
  readonly identities: ReadonlySet<string>;
  /** The wanted permission and all that include it. */
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
  // A deny entry decides when it names the permission or something that includes it, just as a grant.
  return question.grantingPermissions.has(ace.permission);
}

/** @throws AppError acl.invalid when names are empty or the interval is reversed */
export function validateAce(ace: Ace): void {
  if (ace.username === '') throw new AppError('acl.invalid', 'ACE: username must not be empty');
  if (ace.permission === '') throw new AppError('acl.invalid', 'ACE: permission must not be empty');
  if (ace.begin !== null && ace.end !== null && ace.begin > ace.end) {
    throw new AppError('acl.invalid', `ACE of ${ace.username}: end lies before begin`);
  }
}
