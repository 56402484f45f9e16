import { AppError } from '../../base/errors/app-error.ts';
import type { PasswordPolicy } from '../../model/password-policy.ts';
import { administratorUser } from '../../model/principal.ts';
import { checkPassword, hashPassword } from './passwords.ts';

interface NewPassword {
  readonly username: string;
  readonly password: string;
  /** What to call the password in messages. */
  readonly field?: string;
}

/** Of passwords that were never published; at least what the standards ask for (NIST SP 800-63B). */
export const soundLengthMin = 8;

/**
 * The hash of a password that somebody is about to get.
 *
 * @throws AppError user.invalid naming everything that is wrong, never the password
 */
export async function hashNewPassword(policy: PasswordPolicy, given: NewPassword): Promise<string> {
  const { password, field = 'password' } = given;
  checkPassword(password, field);
  const problems = await findPasswordProblems(policy, given);
  if (problems.length > 0) {
    throw new AppError('user.invalid', `${field}: ${problems.join('; ')}. Choose another one`);
  }
  return hashPassword(password);
}

/** Everything that the policy has against the password; the words do not repeat it. */
export async function findPasswordProblems(
  policy: PasswordPolicy,
  { username, password }: NewPassword,
): Promise<readonly string[]> {
  const isAdministrator = username === administratorUser;
  const minLength = isAdministrator ? policy.administratorMinLength : policy.minLength;
  if (minLength === 0) return [];
  const text = password.normalize('NFC').toLowerCase();
  const isShort = [...text].length < minLength;
  return [
    ...(isShort ? [`must have at least ${minLength} characters`] : []),
    ...(text === username.normalize('NFC').toLowerCase() ? ['must not be the user name'] : []),
    ...((await commonPasswords()).has(text) ? ['is one of the most common passwords'] : []),
  ];
}

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is looked at: most servers never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('./common-passwords.json', { with: { type: 'json' } }).then(
    ({ default: { passwords } }) => new Set(passwords.split(' ')),
  );
  return known;
}
