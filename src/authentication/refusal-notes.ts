import { boundedCache } from '../base/bounded-cache.ts';
import { now } from '../base/clock.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';

interface Refusal {
  /** Unknown for a token that this server never gave. */
  readonly username: string | undefined;
  readonly reason: string;
}

const addressesMax = 10_000;
const pauseMs = 60_000;
const unknownUser = 'unknown';

/**
 * Entries of the audit about refused tokens: one a minute for each address and reason, because a refusal
 * costs its sender nothing.
 */
export class RefusalNotes {
  readonly #auditTrail: AuditTrail | undefined;
  readonly #noted = boundedCache<string, number>(addressesMax);

  constructor(auditTrail: AuditTrail | undefined) {
    this.#auditTrail = auditTrail;
  }

  note(address: string, { username = unknownUser, reason }: Refusal): void {
    const key = `${address} ${username} ${reason}`;
    const last = this.#noted.get(key);
    if (last !== undefined && last > now() - pauseMs) return;
    this.#noted.set(key, now());
    this.#auditTrail?.signIn('loginFailed', username, reason);
  }
}
