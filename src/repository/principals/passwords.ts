import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';

/**
 * argon2id above OWASP's minimum (19 MiB, 2 passes, 1 lane): 4 passes take about 25 ms on one core of
 * a 2023 server. The parameters are part of each hash, so raising them keeps old hashes valid.
 */
const safeHashing = { memoryCost: 19_456, timeCost: 4, parallelism: 1 };
const quickHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let hashing = safeHashing;

/** Used by tests only, which store and verify passwords of no value by the thousand. */
export function hashQuickly(isQuick: boolean): void {
  hashing = isQuick ? quickHashing : safeHashing;
}

/** @throws AppError user.invalid naming the field when the text cannot be a password */
export function checkPassword(text: string, field = 'password'): void {
  if (text === '') throw new AppError('user.invalid', `${field}: must not be empty`);
  if (!isPossiblePassword(text)) {
    throw new AppError(
      'user.invalid',
      `${field}: must be whole characters, at most ${limits.passwordLengthMax}`,
    );
  }
}

export function isPossiblePassword(text: string): boolean {
  return text !== '' && text.length <= limits.passwordLengthMax && text.isWellFormed();
}

/**
 * Runs on the thread pool. Never call it within a write unit: the writer would wait for it.
 *
 * @throws AppError user.invalid when the text cannot be a password
 */
export async function hashPassword(text: string): Promise<string> {
  checkPassword(text);
  return hash(composed(text), hashing);
}

export async function verifyPassword(passwordHash: string, text: string): Promise<boolean> {
  return verify(passwordHash, composed(text));
}

/**
 * A hash that no password has, and that takes as long to verify as any other. Its digest is random
 * rather than computed, so that it costs nothing.
 */
export function createDecoyHash(): string {
  const { memoryCost, timeCost, parallelism } = hashing;
  const bytes = (sizeBytes: number): string =>
    randomToken(sizeBytes).replaceAll('-', '+').replaceAll('_', '/');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${bytes(16)}$${bytes(32)}`;
}

/** Keyboards differ in how they send `é`: as one code point or as two. */
function composed(text: string): string {
  return text.normalize('NFC');
}
