import { createHash, type Hash } from 'node:crypto';
import type { BlobKey } from '../base/ids.ts';

/** The digest that clients receive to compare content; the key is always SHA-256. */
export type DigestAlgorithm = 'SHA-256' | 'MD5';

export interface ContentDigest {
  readonly key: BlobKey;
  readonly digest: string;
  readonly digestAlgorithm: DigestAlgorithm;
}

const keyPattern = /^[0-9a-f]{64}$/;

export function isBlobKey(text: string): text is BlobKey {
  return keyPattern.test(text);
}

/** Computes the key and the reported digest in one pass over the content. */
export class ContentHasher {
  readonly #algorithm: DigestAlgorithm;
  readonly #sha256: Hash = createHash('sha256');
  readonly #md5: Hash | undefined;

  constructor(algorithm: DigestAlgorithm) {
    this.#algorithm = algorithm;
    this.#md5 = algorithm === 'MD5' ? createHash('md5') : undefined;
  }

  update(chunk: Uint8Array): void {
    this.#sha256.update(chunk);
    this.#md5?.update(chunk);
  }

  /** The key that the content would have if it ended here. */
  keySoFar(): BlobKey {
    return this.#sha256.copy().digest('hex') as BlobKey;
  }

  finish(): ContentDigest {
    const key = this.#sha256.digest('hex') as BlobKey;
    const digest = this.#md5?.digest('hex') ?? key;
    return { key, digest, digestAlgorithm: this.#algorithm };
  }
}
