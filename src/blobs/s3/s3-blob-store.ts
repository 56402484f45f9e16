import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import type { BlobSource } from '../blob-source.ts';
import type {
  BlobStat,
  BlobStore,
  ByteRange,
  ContentAddresses,
  SetAsideBlob,
  StagedBlob,
  StageOptions,
} from '../blob-store.ts';
import type { ChunkStore } from '../chunk-store.ts';
import type { DigestAlgorithm } from '../digest.ts';
import { isYoung } from './s3-age.ts';
import { S3Asides } from './s3-asides.ts';
import { S3ChunkStore } from './s3-chunk-store.ts';
import { cleanS3 } from './s3-cleaning.ts';
import { S3DirectUploads } from './s3-direct-uploads.ts';
import { type S3GrantOptions, S3Grants } from './s3-grants.ts';
import {
  announcedFolder,
  announcedKey,
  contentName,
  contentsFolder,
  keyOfContent,
  newStagedName,
} from './s3-names.ts';
import type { S3Objects } from './s3-objects.ts';
import { claimOwner } from './s3-owner.ts';
import { type S3AddressOptions, S3Presigner } from './s3-presigner.ts';
import { S3ReadStream } from './s3-read-stream.ts';
import { type HeldContent, S3StagedBlob } from './s3-staged-blob.ts';
import { receiveToS3, type UploadServices } from './s3-upload.ts';
import { ByteBudget, Slots } from './slots.ts';

/** Requests that are sent at the same time for one question. */
const requestsTogether = 20;

interface Opened {
  readonly body: Readable;
  readonly sizeBytes: number;
  readonly name: string;
}

/** What clients may do with the bucket by themselves. */
export interface S3Sharing {
  readonly addresses?: S3AddressOptions | undefined;
  readonly grants?: S3GrantOptions | undefined;
}

/** Content as objects in a bucket of S3; `s3-names.ts` has their names. See `docs/decisions/0034-object-storage.md`. */
export class S3BlobStore implements BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly chunks: ChunkStore;
  readonly canList: boolean;
  readonly main: BlobStore = this;
  readonly records = undefined;
  readonly addresses: ContentAddresses | undefined;
  readonly directUploads: S3DirectUploads | undefined;
  readonly #objects: S3Objects;
  readonly #uploads: UploadServices;
  readonly #asides: S3Asides;
  readonly #memory: ByteBudget;

  constructor(objects: S3Objects, { addresses, grants }: S3Sharing = {}) {
    const { digestAlgorithm, canList, partsMax, partBytes } = objects.options;
    this.digestAlgorithm = digestAlgorithm;
    this.canList = canList;
    this.#objects = objects;
    this.#uploads = { objects, slots: new Slots(partsMax) };
    this.#asides = new S3Asides(objects);
    this.#memory = new ByteBudget(partsMax * partBytes);
    this.chunks = new S3ChunkStore(this.#uploads);
    this.addresses = addresses && addressesOf(new S3Presigner(objects, addresses), this);
    this.directUploads = grants && new S3DirectUploads(objects, new S3Grants(objects, grants));
  }

  async stage(source: BlobSource, options: StageOptions = {}): Promise<StagedBlob> {
    const name = newStagedName();
    const { digestAlgorithm } = this;
    const upload = { ...options, name, digestAlgorithm };
    const { bytes, ...content } = await receiveToS3(source, this.#uploads, upload);
    const held = bytes
      ? await this.#hold(bytes, name, content.key)
      : ({ kind: 'object', name } as const);
    return new S3StagedBlob({ ...content, held, objects: this.#objects });
  }

  async #hold(bytes: Buffer, name: string, key: BlobKey): Promise<HeldContent> {
    const { length } = bytes;
    if (this.#memory.tryTake(length)) {
      return { kind: 'memory', bytes, free: () => this.#memory.give(length) };
    }
    await this.#objects.put(name, { bytes, sha256: key });
    return { kind: 'object', name };
  }

  /** An object that is stored is durable. */
  flushDirectories(): Promise<void> {
    return Promise.resolve();
  }

  async open(key: BlobKey, range?: ByteRange): Promise<Readable> {
    const objects = this.#objects;
    const { body, sizeBytes, name } = await this.#openPresent(key, range);
    const start = range?.start ?? 0;
    return new S3ReadStream({ objects, name, body, start, lengthBytes: sizeBytes });
  }

  async read(key: BlobKey, lengthBytes: number): Promise<Uint8Array> {
    const found = await this.#openPresent(key);
    if (found.sizeBytes !== lengthBytes) {
      found.body.destroy();
      throw new AppError('store.corrupt', `content ${key} is not ${lengthBytes} bytes long`);
    }
    const whole = { ...found, objects: this.#objects, start: 0, lengthBytes };
    return buffer(new S3ReadStream(whole));
  }

  async #openPresent(key: BlobKey, range?: ByteRange): Promise<Opened> {
    const names = [contentName(key)];
    const found = (await this.#openFirst(names, range)) ?? (await this.#openAside(key, range));
    if (found) return found;
    throw new AppError('store.corrupt', `content ${key} is missing from the blob store`);
  }

  /** Content that was just set aside can still be read: it may be restored. */
  async #openAside(key: BlobKey, range?: ByteRange): Promise<Opened | undefined> {
    if (!this.canList) return undefined;
    return this.#openFirst([...(await this.#asides.find(key)), contentName(key)], range);
  }

  async #openFirst(names: readonly string[], range?: ByteRange): Promise<Opened | undefined> {
    for (const name of names) {
      const found = await this.#objects.get(name, range);
      if (found) return { ...found, name };
    }
    return undefined;
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const found = await this.#objects.stat(contentName(key));
    return found && { key, sizeBytes: found.sizeBytes, modifiedMs: found.modifiedMs };
  }

  async exists(key: BlobKey): Promise<boolean> {
    return (await this.stat(key)) !== undefined;
  }

  async remove(key: BlobKey): Promise<boolean> {
    if (!(await this.exists(key))) return false;
    await this.#objects.removeOnce(contentName(key));
    return true;
  }

  async setAside(key: BlobKey): Promise<SetAsideBlob | undefined> {
    return this.canList ? this.#asides.setAside(key) : undefined;
  }

  async *listSetAside(): AsyncIterable<SetAsideBlob> {
    if (this.canList) yield* this.#asides.list();
  }

  async findAnnounced(keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
    // Which are announced cannot be known.
    if (!this.canList) return new Set(keys);
    const announced = new Set<BlobKey | undefined>();
    for await (const page of this.#objects.list(announcedFolder)) {
      for (const { name } of page) announced.add(announcedKey(name));
    }
    const found = await inParallel(keys, requestsTogether, async (key) => {
      if (announced.has(key)) return key;
      const stat = await this.stat(key);
      return stat && isYoung(stat) ? key : [];
    });
    return new Set(found.flat());
  }

  async *list(): AsyncIterable<BlobStat> {
    for await (const page of this.#contentPages()) yield* page;
  }

  async *listKeys(): AsyncIterable<readonly BlobKey[]> {
    for await (const page of this.#contentPages()) {
      if (page.length > 0) yield page.map(({ key }) => key);
    }
  }

  async *#contentPages(): AsyncGenerator<readonly BlobStat[]> {
    if (!this.canList) throw cannotListS3();
    for await (const page of this.#objects.list(contentsFolder)) {
      yield page.flatMap(({ name, sizeBytes, modifiedMs }) => {
        const key = keyOfContent(name);
        return key === undefined ? [] : { key, sizeBytes, modifiedMs };
      });
    }
  }

  claim(ownerId: string): Promise<string> {
    return claimOwner(this.#objects, ownerId);
  }

  async cleanTemporary(options: { readonly olderThanMs?: number } = {}): Promise<void> {
    if (this.canList) await cleanS3(this.#objects, options);
  }

  /** Ends the connections of a store that is not used after all. */
  close(): void {
    this.#objects.close();
  }
}

/** Only of what is there: the client could tell less about it than the server can. */
function addressesOf(presigner: S3Presigner, store: S3BlobStore): ContentAddresses {
  return {
    find: async (key, presentation) =>
      (await store.exists(key)) ? presigner.addressOf(contentName(key), presentation) : undefined,
  };
}

function cannotListS3(): AppError {
  return new AppError(
    'server.not-implemented',
    'the credentials of the blob store may not list its bucket (setting s3CanList)',
  );
}
