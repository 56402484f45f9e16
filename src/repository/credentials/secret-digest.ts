import { createHash } from 'node:crypto';

/** What is stored of a random secret: it has too many possible values for guesses at its hash. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
