import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { acceptCode } from '../repository/credentials/second-factors.ts';
import { ensureSessionSecret } from '../repository/principals/session-secret.ts';
import type { TokenServices } from './verified-tokens.ts';

interface SentCode {
  readonly code: string;
  readonly remoteAddress: string;
}

/** Codes of second factors at a sign-in whose password was right. */
export class SignInCodes {
  readonly #services: Pick<TokenServices, 'database' | 'refusals'>;

  constructor(services: Pick<TokenServices, 'database' | 'refusals'>) {
    this.#services = services;
  }

  /** @throws AppError authentication.code-needed */
  async require(username: string, { code, remoteAddress }: SentCode): Promise<void> {
    if (code === '') throw codeNeeded('send a code of your second factor as well');
    const { database, refusals } = this.#services;
    const owner = { username, serverSecret: await ensureSessionSecret(database) };
    const outcome = await database.write((handle) =>
      acceptCode(handle, owner, { sent: code, nowMs: now() }),
    );
    if (outcome === 'accepted') return;
    const reason =
      outcome === 'blocked'
        ? 'too many wrong codes were sent; wait some minutes'
        : 'the code is wrong or was used before; wait for the next one';
    refusals.note(remoteAddress, { username, reason });
    throw codeNeeded(reason);
  }
}

/** For clients that send the password with each request. */
export function passwordNotEnough(username: string): AppError {
  return codeNeeded(
    `${username} has a second factor, so the password alone opens nothing; sign in at a page with a code, or send a token (X-Authentication-Token)`,
  );
}

function codeNeeded(message: string): AppError {
  return new AppError('authentication.code-needed', message);
}
