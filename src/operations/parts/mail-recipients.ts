import { AppError } from '../../base/errors/app-error.ts';
import { isMailAddress, type NamedAddress, parseNamedAddress } from '../../base/mail-address.ts';
import type { User } from '../../model/user.ts';
import { findGroup } from '../../repository/principals/groups.ts';
import { findUsers } from '../../repository/principals/users.ts';
import { listUsersOfGroups } from '../../repository/principals/users-of-groups.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';

/** Of one mail, members of groups included. */
const recipientsMax = 1_000;
const namesMax = 1_000;

interface NamedRecipients {
  readonly parameter: string;
  /** `user:<name>`, `group:<name>`, names of users and groups, or addresses. */
  readonly names: readonly string[];
  /** Whether a name that cannot be resolved is an error. */
  readonly isStrict: boolean;
}

/**
 * The addresses of recipients, each once. Users without a usable address are left out.
 *
 * @throws AppError mail.invalid for names that cannot be resolved, and too many recipients
 */
export async function resolveRecipients(
  unit: ReadUnit,
  { parameter, names, isStrict }: NamedRecipients,
): Promise<readonly NamedAddress[]> {
  const wanted = names.map((name) => name.trim()).filter((name) => name !== '');
  if (wanted.length > namesMax) throw tooMany(parameter);
  const found = new Map<string, NamedAddress>();
  for (const name of wanted) {
    const addresses = await addressesOf(unit, name);
    if (addresses === undefined && isStrict) {
      const shown = JSON.stringify(name.slice(0, 100));
      const text = `${parameter}: ${shown} is no user, group or plain mail address`;
      throw new AppError('mail.invalid', text);
    }
    for (const each of addresses ?? []) found.set(each.address.toLowerCase(), each);
    if (found.size > recipientsMax) throw tooMany(parameter);
  }
  return [...found.values()];
}

function tooMany(parameter: string): AppError {
  return new AppError('mail.invalid', `${parameter}: more than ${recipientsMax} recipients`);
}

/** Undefined when there is no such user, group or address. */
async function addressesOf(
  unit: ReadUnit,
  text: string,
): Promise<readonly NamedAddress[] | undefined> {
  const [, kind, name = ''] = /^(user|group):(.*)$/s.exec(text) ?? [];
  if (kind === 'user') return addressesOfUser(unit, name);
  if (kind === 'group') return addressesOfGroup(unit, name);
  const address = parseNamedAddress(text);
  if (address) return [address];
  return (await addressesOfUser(unit, text)) ?? (await addressesOfGroup(unit, text));
}

async function addressesOfUser({ handle }: ReadUnit, name: string) {
  const user = (await findUsers(handle, [name])).get(name);
  return user && usable([user]);
}

async function addressesOfGroup({ handle }: ReadUnit, name: string) {
  if (!(await findGroup(handle, name))) return undefined;
  const usernames = await listUsersOfGroups(handle, [name], recipientsMax + 1);
  return usable([...(await findUsers(handle, usernames)).values()]);
}

function usable(users: readonly User[]): readonly NamedAddress[] {
  return users.flatMap(({ username, profile }) => {
    const address = profile.email ?? '';
    const name = [profile.firstName, profile.lastName].filter((part) => part).join(' ');
    return isMailAddress(address) ? [{ name: name === '' ? username : name, address }] : [];
  });
}
