import { includesPermission } from './permission-names.ts';

/** Grants or denies a permission to a user or to all of a group. */
export interface AccessEntry {
  readonly id: string;
  /** Of the user or group. */
  readonly name: string;
  readonly permission: string;
  readonly isGranted: boolean;
  readonly creator: string | null;
  /** Milliseconds since 1970. */
  readonly begin: number | null;
  readonly end: number | null;
}

/** What may be decided about. */
export interface AccessQuestion<E extends AccessEntry> {
  /** In the order in which they are looked at: those of the document, then those from above. */
  readonly entries: readonly E[];
  readonly permission: string;
  readonly user: {
    readonly name: string;
    /** All of them, also those that are in other groups. */
    readonly groups: readonly string[];
    readonly isAdministrator: boolean;
  };
  readonly lockOwner: string | null;
  readonly now: number;
}

export type AccessReason<E extends AccessEntry> =
  | { readonly kind: 'administrator' }
  | { readonly kind: 'lock'; readonly owner: string }
  /** `block`: nothing from above counts below this entry. */
  | { readonly kind: 'entry' | 'block'; readonly entry: E; readonly via: 'name' | 'group' | 'all' }
  | { readonly kind: 'nothing' };

export interface AccessAnswer<E extends AccessEntry> {
  readonly isAllowed: boolean;
  readonly reason: AccessReason<E>;
  /** Entries that would count at another time, in their order. */
  readonly later: readonly E[];
  readonly ended: readonly E[];
}

export const everyone = 'Everyone';

/** Ends the list: nothing of what folders above grant counts. */
export function isBlock({ name, permission, isGranted }: AccessEntry): boolean {
  return !isGranted && name === everyone && permission === 'Everything';
}

export type EntryState = 'pending' | 'effective' | 'ended';

export function entryState({ begin, end }: AccessEntry, now: number): EntryState {
  if (begin !== null && now < begin) return 'pending';
  return end !== null && now > end ? 'ended' : 'effective';
}

/**
 * Whether a user may do something, and which rule of the server decides: administrators may do
 * everything, a lock keeps all others from writing, and then the first entry that concerns the user
 * and the permission decides.
 */
export function explainAccess<E extends AccessEntry>(question: AccessQuestion<E>): AccessAnswer<E> {
  const { entries, permission, user, lockOwner, now } = question;
  const names = new Set([user.name, ...user.groups, everyone]);
  const concerning = entries.filter(
    (entry) => names.has(entry.name) && includesPermission(entry.permission, permission),
  );
  const withState = (state: EntryState) =>
    concerning.filter((entry) => entry.isGranted && entryState(entry, now) === state);
  const times = { later: withState('pending'), ended: withState('ended') };
  if (user.isAdministrator) {
    return { isAllowed: true, reason: { kind: 'administrator' }, later: [], ended: [] };
  }
  if (lockOwner !== null && lockOwner !== user.name && includesPermission('Write', permission)) {
    return { isAllowed: false, reason: { kind: 'lock', owner: lockOwner }, ...times };
  }
  const entry = concerning.find((each) => entryState(each, now) === 'effective');
  if (!entry) return { isAllowed: false, reason: { kind: 'nothing' }, ...times };
  const kind = isBlock(entry) ? 'block' : 'entry';
  return { isAllowed: entry.isGranted, reason: { kind, entry, via: viaOf(entry, user) }, ...times };
}

function viaOf({ name }: AccessEntry, user: { readonly name: string }): 'name' | 'group' | 'all' {
  if (name === everyone) return 'all';
  return name === user.name ? 'name' : 'group';
}

/**
 * The users and groups who lose something when a document inherits nothing any more: those whom an
 * entry from above grants what no entry of the document grants them. The user who blocks and
 * administrators keep everything.
 */
export function lostByBlocking<E extends AccessEntry>(
  { own, inherited }: { readonly own: readonly E[]; readonly inherited: readonly E[] },
  { blocker, now }: { readonly blocker: string; readonly now: number },
): readonly E[] {
  const keepers = new Set([blocker, 'administrators', 'Administrator']);
  const keeps = ({ name, permission }: E): boolean =>
    keepers.has(name) ||
    own.some(
      (entry) =>
        entry.isGranted &&
        entryState(entry, now) === 'effective' &&
        (entry.name === name || entry.name === everyone) &&
        includesPermission(entry.permission, permission),
    );
  return inherited.filter(
    (entry) => entry.isGranted && entryState(entry, now) !== 'ended' && !keeps(entry),
  );
}
