import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { limits } from '../../base/limits.ts';
import { isMailAddress } from '../../base/mail-address.ts';
import { everyone } from '../../model/acl.ts';
import {
  administratorsGroup,
  administratorUser,
  membersGroup,
  powerUsersGroup,
  systemUsername,
} from '../../model/principal.ts';

/**
 * Access control entries name users and groups in one name space. A user with the name of a
 * built-in group (or the reverse) would get the permissions of the other.
 */
const reservedForUsers: ReadonlySet<string> = new Set([
  systemUsername,
  everyone,
  administratorsGroup,
  membersGroup,
  powerUsersGroup,
]);
const reservedForGroups: ReadonlySet<string> = new Set([
  systemUsername,
  everyone,
  administratorUser,
]);

/** Users that exist only while a link is valid; other users cannot have such names. */
export const transientPrefix = 'transient/';

export function isTransientName(name: string): boolean {
  return name.startsWith(transientPrefix);
}

/** Of `transient/<address>` and of `transient/<address>/<token>`; an address may have slashes before its `@`. */
export function transientAddress(name: string): string | undefined {
  if (!isTransientName(name)) return undefined;
  const rest = name.slice(transientPrefix.length);
  const slash = rest.lastIndexOf('/');
  return isMailAddress(rest) || slash === -1 ? rest : rest.slice(0, slash);
}

const controlCharacter = /\p{Cc}/u;

/** @throws AppError user.invalid naming the rule that the new name breaks */
export function checkNewUsername(name: string): void {
  refuse('user.invalid', 'username', findNameProblem(name));
}

/** Why no user can have that name. */
export function findNameProblem(name: string): string | undefined {
  return (
    nameProblem(name) ??
    (reservedForUsers.has(name) ? `${name} is reserved` : undefined) ??
    (name.startsWith(transientPrefix) ? `must not start with ${transientPrefix}` : undefined) ??
    (name.includes(':')
      ? "must not contain ':', which Basic authentication cannot carry"
      : undefined)
  );
}

/** @throws AppError group.invalid naming the rule that the new name breaks */
export function checkNewGroupName(name: string): void {
  const problem =
    nameProblem(name) ?? (reservedForGroups.has(name) ? `${name} is reserved` : undefined);
  refuse('group.invalid', 'groupname', problem);
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.length > limits.principalNameLengthMax) {
    return `must have at most ${limits.principalNameLengthMax} characters`;
  }
  if (!name.isWellFormed() || controlCharacter.test(name)) {
    return 'must not contain control characters or half characters';
  }
  if (name !== name.trim()) return 'must not begin or end with a space';
  if (name === '.' || name === '..') return 'must not be a path step';
  return undefined;
}

function refuse(code: ErrorCode, field: string, problem: string | undefined): void {
  if (problem !== undefined) throw new AppError(code, `${field}: ${problem}`);
}
