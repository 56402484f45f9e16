import { AppError } from '../../base/errors/app-error.ts';
import type { PasswordPolicy } from '../../model/password-policy.ts';
import { administratorUser } from '../../model/principal.ts';
import { checkPassword, hashPassword } from './passwords.ts';

interface NewPassword {
  readonly username: string;
  readonly password: string;
  /** The name of the password in messages. */
  readonly field?: string;
}

/** For passwords that are not commonly used; the minimum of the standards (NIST SP 800-63B). */
export const soundLengthMin = 8;

/**
 * The hash of a new password.
 *
 * @throws AppError user.invalid naming all problems, never the password
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

/** All violations of the policy; the texts do not repeat the password. */
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

/** Loaded when the first password is checked: most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('./common-passwords.json', { with: { type: 'json' } }).then(
    ({ default: { passwords } }) => new Set(passwords.split(' ')),
  );
  return known;
}
