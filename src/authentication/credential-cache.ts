import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../base/bounded-cache.ts';
import { randomToken } from '../base/ids.ts';

/** Replaces a credential where the credential itself must not be stored. */
export type CredentialDigest = string & { readonly __digest: unique symbol };

/**
 * A cache by credentials that does not store them: its keys are keyed SHA-256 digests. The key is
 * random for each process, and digests never leave it, so a plain key prefix is as good as HMAC;
 * one call of `hash` costs 0.3 µs, `createHmac` 2.5 µs, and this runs at every request. The owner
 * checks whether an entry is still valid: by the security revision, or by the hash of the password
 * that the store has now.
 */
export class CredentialCache<Entry extends object> {
  readonly #key = randomToken(32);
  readonly #entries: LRUCache<CredentialDigest, Entry>;

  constructor(entriesMax: number) {
    this.#entries = boundedCache(entriesMax);
  }

  digest(credential: string): CredentialDigest {
    return hash('sha256', this.#key + credential, 'base64') as CredentialDigest;
  }

  get(digest: CredentialDigest): Entry | undefined {
    return this.#entries.get(digest);
  }

  set(digest: CredentialDigest, entry: Entry): void {
    this.#entries.set(digest, entry);
  }

  delete(digest: CredentialDigest): void {
    this.#entries.delete(digest);
  }
}
