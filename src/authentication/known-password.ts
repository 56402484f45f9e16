import { isIP } from 'node:net';
import { ConfigError } from '../config/load.ts';
import { type Config, settings } from '../config/settings.ts';
import type { PasswordPolicy } from '../model/password-policy.ts';
import { administratorUser } from '../model/principal.ts';
import { hasNoPrincipals } from '../repository/principals/default-principals.ts';
import { findPasswordProblems, soundLengthMin } from '../repository/principals/password-rule.ts';
import { verifyPassword } from '../repository/principals/passwords.ts';
import { findPasswordHash } from '../repository/principals/principals.ts';
import type { Database } from '../storage/database.ts';

/** The Administrator's password in a store that is created without a configured one. */
export const defaultPassword = 'Administrator';

/** Whether only programs on this machine reach the address. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (address === 'localhost') return true;
  const ipv4 = address.replace(/^::ffff:/, '');
  if (isIP(ipv4) === 4) return ipv4.startsWith('127.');
  return isIP(address) === 6 && /^[0:]*:0*1$/.test(address);
}

/** Requirements for new passwords: the Administrator's is strong if the network can reach it. */
export function passwordPolicyOf({
  host,
  passwordMinLength: minLength,
}: Pick<Config, 'host' | 'passwordMinLength'>): PasswordPolicy {
  const administratorMinLength = isLoopback(host) ? minLength : Math.max(minLength, soundLengthMin);
  return { minLength, administratorMinLength };
}

/**
 * The password that the Administrator of a new store gets.
 *
 * @throws ConfigError when it breaks the rule
 */
export async function requireFirstPassword(config: Config): Promise<string> {
  const password = config.administratorPassword ?? defaultPassword;
  const given = { username: administratorUser, password };
  const problems = await findPasswordProblems(passwordPolicyOf(config), given);
  if (problems.length === 0) return password;
  const { env } = settings.administratorPassword;
  const reason = isLoopback(config.host) ? 'passwordMinLength is set' : notLoopback(config);
  const what = password === defaultPassword ? '' : `, which ${problems.join(' and ')}`;
  throw new ConfigError([
    `${reason}: set ${env} to a password of your own for ${administratorUser}${what}`,
  ]);
}

function notLoopback({ host }: Config): string {
  return `host ${host} is not a loopback address`;
}

/**
 * The documented initial password must not give access from the network: neither to a store that
 * would now be created with it, nor to one that still has it.
 *
 * @throws ConfigError saying how to set another
 */
export async function refuseKnownPassword(config: Config, database: Database): Promise<void> {
  if (isLoopback(config.host)) return;
  const account = await database.read(async (handle) => {
    const hash = await findPasswordHash(handle, administratorUser);
    return { hash, isNew: hash === undefined && (await hasNoPrincipals(handle)) };
  });
  if (account.isNew) await requireFirstPassword(config);
  const { env } = settings.administratorPassword;
  const address = notLoopback(config);
  if (account.hash !== undefined && (await verifyPassword(account.hash, defaultPassword))) {
    throw new ConfigError([
      `${address}, and ${administratorUser} still has the default password (${env} only sets that of a new store): change it with "cartulary user password ${administratorUser}"`,
    ]);
  }
}
