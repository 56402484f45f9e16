import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { randomToken } from '../base/ids.ts';

/** Stands for a credential where the credential itself must not be kept. */
export type CredentialDigest = string & { readonly __digest: unique symbol };

/**
 * What is known about credentials, without keeping them: each is filed under a keyed SHA-256 of its
 * text. The key is random and lives as long as the process, and digests never leave it, so a plain
 * key prefix serves as well as HMAC would; one call of `hash` costs 0.3 µs, `createHmac` 2.5 µs, and
 * this runs at every request. Whether an entry is still true its owner finds out: by the security
 * revision, or by the hash of the password that the store has now.
 */
export class CredentialCache<Entry extends object> {
  readonly #key = randomToken(32);
  readonly #entries: LRUCache<CredentialDigest, Entry>;

  constructor(entriesMax: number) {
    this.#entries = new LRUCache({ max: entriesMax });
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
