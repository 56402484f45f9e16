import { isMailAddress, type NamedAddress } from '../../base/mail-address.ts';
import { mapInTurns } from '../../base/turns.ts';
import { isGranted } from '../../model/acl.ts';
import type { Document } from '../../model/document.ts';
import { createPrincipal } from '../../model/principal.ts';
import type { User } from '../../model/user.ts';
import { readTaskRights } from '../access/task-grants.ts';
import { findUserProfiles } from '../personal/user-profiles.ts';
import { findUsers } from '../principals/users.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** A user who can get mail. */
export interface MailUser {
  readonly username: string;
  readonly address: NamedAddress;
  /** As the profile has it, such as `fr`; null when it has none. */
  readonly locale: string | null;
  /** Whether the user may read the document, for each that was asked for. */
  readonly mayRead: readonly boolean[];
}

interface MailUsers {
  readonly users: readonly MailUser[];
  /** Users whose addresses cannot be used. */
  readonly skipped: readonly string[];
}

/**
 * The users of those names who exist and have a mail address. The unit is one of the server itself:
 * the rights are those of the users, at the instant of the unit.
 */
export async function findMailUsers(
  unit: ReadUnit,
  { usernames, documents }: { usernames: readonly string[]; documents: readonly Document[] },
): Promise<MailUsers> {
  const found = [...(await findUsers(unit.handle, usernames)).values()];
  const withAddress = found.filter(({ profile }) => (profile.email ?? '') !== '');
  const usable = withAddress.filter(({ profile }) => isMailAddress(profile.email ?? ''));
  const skipped = withAddress.filter((user) => !usable.includes(user));
  const profiles = await findUserProfiles(
    unit,
    usable.map(({ username }) => username),
  );
  const isReadable = readersOf(unit, documents);
  const users = await mapInTurns(usable, async (user): Promise<MailUser> => {
    const locale = profiles.get(user.username)?.properties['userprofile:locale'];
    const mayRead: boolean[] = [];
    for (const document of documents) mayRead.push(await isReadable(document, user));
    return {
      username: user.username,
      address: { name: fullName(user), address: user.profile.email ?? '' },
      locale: typeof locale === 'string' ? locale : null,
      mayRead,
    };
  });
  return { users, skipped: skipped.map(({ username }) => username) };
}

/** What tasks allow on the documents is read once, for the first user whom an ACL refuses. */
function readersOf(
  unit: ReadUnit,
  documents: readonly Document[],
): (document: Document, user: User) => Promise<boolean> {
  const grantingPermissions = unit.model.permissionsIncluding('Read');
  let rights: ReturnType<typeof readTaskRights> | undefined;
  return async (document, user) => {
    if (user.isAdministrator) return true;
    const groups = user.allGroups.map(({ name }) => name);
    const { identities } = createPrincipal(user.username, groups, false);
    const aces = await unit.acls.effectiveAces(unit.handle, document.aclId);
    if (isGranted(aces, { identities, grantingPermissions, nowMs: unit.nowMs })) return true;
    rights ??= readTaskRights(unit, documents);
    const granted = (await rights).get(document.id) ?? [];
    return granted.some(
      ({ principal, permission }) =>
        identities.has(principal) && grantingPermissions.has(permission),
    );
  };
}

function fullName({ username, profile }: User): string {
  const name = [profile.firstName, profile.lastName]
    .filter((part) => (part ?? '') !== '')
    .join(' ');
  return name === '' ? username : name;
}
