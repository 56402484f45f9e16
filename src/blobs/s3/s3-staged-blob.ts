import { createHash } from 'node:crypto';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { StagedBlob } from '../blob-store.ts';
import type { ContentDigest, DigestAlgorithm } from '../digest.ts';
import { youngMs } from './s3-age.ts';
import { copyObject } from './s3-multipart.ts';
import { contentName, newAnnouncedName } from './s3-names.ts';
import type { S3Objects } from './s3-objects.ts';

/** The copy of a content that is not, or not surely, at its key. */
export type HeldContent =
  | { readonly kind: 'memory'; readonly bytes: Buffer; free(): void }
  | { readonly kind: 'object'; readonly name: string };

interface S3StagedOptions extends ContentDigest {
  readonly sizeBytes: number;
  readonly held: HeldContent;
  readonly objects: S3Objects;
}

/** Between what is known of the key and what is done there, others may act. */
const attemptsMax = 5;

const emptyAnnouncement = {
  bytes: new Uint8Array(0),
  sha256: createHash('sha256').digest('hex'),
};

/**
 * A content in memory or in an object of its own. A new one from memory is put at its key with one request: for a
 * while its age announces it. All others are announced by an object.
 */
export class S3StagedBlob implements StagedBlob {
  readonly key: BlobKey;
  readonly digest: string;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly sizeBytes: number;
  readonly #objects: S3Objects;
  readonly #name: string;
  #held: HeldContent | undefined;
  #announced: string | undefined;
  #committedMs = 0;

  constructor({ key, digest, digestAlgorithm, sizeBytes, held, objects }: S3StagedOptions) {
    this.key = key;
    this.digest = digest;
    this.digestAlgorithm = digestAlgorithm;
    this.sizeBytes = sizeBytes;
    this.#held = held;
    this.#objects = objects;
    this.#name = contentName(key);
  }

  async commit(): Promise<void> {
    this.#committedMs = now();
    if (this.#held?.kind === 'memory' && (await this.#putNew(this.#held.bytes))) return;
    await this.#announce();
    await this.#place();
  }

  async release(): Promise<void> {
    if (!this.#isAnnouncedByAge() && !(await this.#isInPlace())) await this.#place();
    await this.discard();
  }

  async discard(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held?.kind === 'memory') held.free();
    const names = [this.#announced, held?.kind === 'object' ? held.name : undefined];
    this.#announced = undefined;
    await this.#objects.removeAll(names.filter((name) => name !== undefined));
  }

  /** No collector has touched a new content that is far from being old. */
  #isAnnouncedByAge(): boolean {
    return this.#announced === undefined && now() - this.#committedMs < youngMs / 2;
  }

  async #announce(): Promise<void> {
    if (this.#announced !== undefined) return;
    this.#announced = newAnnouncedName(this.key);
    await this.#objects.put(this.#announced, emptyAnnouncement);
  }

  /** Equal keys mean equal content, so an object of another size is damaged and replaced. */
  async #place(): Promise<void> {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const found = await this.#objects.stat(this.#name);
      if (found?.sizeBytes === this.sizeBytes) return;
      const held = this.#held;
      if (held?.kind === 'object') {
        const { sizeBytes } = this;
        if (await copyObject(this.#objects, { from: held.name, to: this.#name, sizeBytes })) return;
        throw new AppError('store.corrupt', `the staged content ${this.key} has been removed`);
      }
      if (held === undefined) return;
      if (found) return this.#objects.put(this.#name, { bytes: held.bytes, sha256: this.key });
      if (await this.#putNew(held.bytes)) return;
    }
    throw new AppError('store.unavailable', `content ${this.key} comes and goes at its key`);
  }

  #putNew(bytes: Buffer): Promise<boolean> {
    return this.#objects.putNew(this.#name, { bytes, sha256: this.key });
  }

  async #isInPlace(): Promise<boolean> {
    return (await this.#objects.stat(this.#name))?.sizeBytes === this.sizeBytes;
  }
}
