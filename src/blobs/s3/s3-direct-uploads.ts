import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import type { StagedBlob } from '../blob-store.ts';
import { ContentHasher } from '../digest.ts';
import type { DirectGrant, DirectObject, DirectUploads } from '../direct-uploads.ts';
import { abortUploads, unfinishedUploads } from './s3-cleaning.ts';
import type { S3Grants } from './s3-grants.ts';
import { copyObject } from './s3-multipart.ts';
import { directFolder, directFolders, newStagedName } from './s3-names.ts';
import type { S3Objects } from './s3-objects.ts';
import { S3ReadStream } from './s3-read-stream.ts';
import { S3StagedBlob } from './s3-staged-blob.ts';

/** S3 has no longer names. */
const nameBytesMax = 1_024;

/** Objects that clients put into the bucket of a store, in `direct/<batch>/`. */
export class S3DirectUploads implements DirectUploads<StagedBlob> {
  readonly bucket: string;
  readonly #objects: S3Objects;
  readonly #grants: S3Grants;

  constructor(objects: S3Objects, grants: S3Grants) {
    this.bucket = objects.options.bucket;
    this.#objects = objects;
    this.#grants = grants;
  }

  grant(batchId: string): Promise<DirectGrant> {
    return this.#grants.issue(batchId, directFolder(batchId));
  }

  async find(batchId: string, name: string): Promise<DirectObject | undefined> {
    const { prefix } = this.#objects.options;
    const folder = prefix + directFolder(batchId);
    if (!name.startsWith(folder) || hasDots(name)) {
      throw new AppError(
        'permission.denied',
        `key: the objects of this batch begin with ${folder}`,
      );
    }
    if (Buffer.byteLength(name) > nameBytesMax) return undefined;
    const { sdk, client } = this.#objects.connection;
    const place = { Bucket: this.bucket, Key: name };
    const found = await this.#objects.unlessMissing(client.send(new sdk.HeadObjectCommand(place)));
    return (
      found && {
        batchId,
        name,
        sizeBytes: found.ContentLength ?? 0,
        mimeType: found.ContentType ?? null,
        etag: unquoted(found.ETag),
      }
    );
  }

  /** What the client may still replace is not what is read: the copy is. */
  async stage(object: DirectObject): Promise<{ staged: StagedBlob; md5: string }> {
    const name = newStagedName();
    const { sizeBytes } = object;
    const copied = { from: this.#below(object.name), to: name, sizeBytes };
    if (!(await copyObject(this.#objects, copied))) throw changed();
    try {
      const { md5, ...digest } = await this.#digest(name, sizeBytes);
      const held = { kind: 'object', name } as const;
      const staged = new S3StagedBlob({ ...digest, sizeBytes, held, objects: this.#objects });
      return { staged, md5 };
    } catch (error) {
      await this.#objects.removeAll([name]).catch(() => undefined);
      throw error;
    }
  }

  async #digest(name: string, lengthBytes: number) {
    const objects = this.#objects;
    const found = await objects.get(name);
    if (found === undefined || found.sizeBytes !== lengthBytes) {
      found?.body.destroy();
      throw changed();
    }
    const hasher = new ContentHasher(objects.options.digestAlgorithm);
    const md5 = createHash('md5');
    const content = new S3ReadStream({ objects, name, body: found.body, start: 0, lengthBytes });
    for await (const chunk of content) {
      hasher.update(chunk);
      md5.update(chunk);
    }
    return { ...hasher.finish(), md5: md5.digest('hex') };
  }

  remove({ name }: DirectObject): Promise<void> {
    return this.#objects.removeAll([this.#below(name)]);
  }

  async removeBatch(batchId: string): Promise<void> {
    if (!this.#objects.options.canList) return;
    const folder = directFolder(batchId);
    for await (const page of this.#objects.list(folder)) {
      await this.#objects.removeAll(page.map(({ name }) => name));
    }
    await abortUploads(this.#objects, folder, Number.POSITIVE_INFINITY);
  }

  async listBatches(): Promise<readonly string[]> {
    if (!this.#objects.options.canList) return [];
    const ids = new Set(await this.#objects.listFolders(directFolders));
    for await (const { name } of unfinishedUploads(this.#objects, directFolders)) {
      ids.add(name.slice(directFolders.length).split('/')[0] ?? '');
    }
    return [...ids];
  }

  /** The name below the prefix of the store. */
  #below(name: string): string {
    return name.slice(this.#objects.options.prefix.length);
  }
}

/** Something between here and the storage may take such a name for another one. */
function hasDots(name: string): boolean {
  return name.split('/').some((part) => part === '.' || part === '..');
}

function unquoted(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}

function changed(): AppError {
  return new AppError(
    'batch.mismatch',
    'The uploaded object was removed or replaced meanwhile; upload it and complete it again',
  );
}
