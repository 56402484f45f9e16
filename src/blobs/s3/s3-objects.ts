import type { Readable } from 'node:stream';
import { jittered, sleep } from '../../base/clock.ts';
import type { ByteRange } from '../blob-store.ts';
import { connectToS3, type S3Connection } from './s3-connection.ts';
import {
  isForbidden,
  isNotThere,
  isSlowDown,
  isThereAlready,
  translateS3Error,
} from './s3-errors.ts';
import type { S3Options } from './s3-options.ts';

export interface ObjectStat {
  readonly sizeBytes: number;
  /** By the clock of the program. */
  readonly modifiedMs: number;
}

/** Of one object, which has another when it is stored again. */
interface FoundStat extends ObjectStat {
  readonly version: string;
}

interface ListedObject extends ObjectStat {
  /** Below the prefix of the store. */
  readonly name: string;
}

interface FoundObject {
  readonly body: Readable;
  readonly sizeBytes: number;
}

/** Bytes with their SHA-256 as hexadecimal digits, which signs them. */
export interface SignedBytes {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** As many as one request can remove. */
const removedTogether = 1_000;

/** Of a request that the client does not repeat by itself. */
const attemptsMax = 4;
const pauseMs = 100;

/** The objects of one store by their names, which are below its prefix. All failures are errors of the program. */
export class S3Objects {
  readonly options: S3Options;
  readonly connection: S3Connection;

  constructor(options: S3Options, connection: S3Connection) {
    this.options = options;
    this.connection = connection;
  }

  /** The same objects, used otherwise. */
  with(changed: Partial<S3Options>): S3Objects {
    return new S3Objects({ ...this.options, ...changed }, this.connection);
  }

  /** What every request about one object has. */
  placeOf(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.options.bucket, Key: this.options.prefix + name };
  }

  /** Where a copy comes from; the names of objects have no characters that would have to be escaped. */
  sourceOf(name: string): { readonly CopySource: string } {
    const { bucket, prefix } = this.options;
    return { CopySource: `${bucket}/${prefix}${name}` };
  }

  /** What every request that makes an object has. */
  get encryption() {
    const { encryption } = this.options;
    if (encryption === null) return {};
    const { algorithm, keyId } = encryption;
    return {
      ServerSideEncryption: algorithm,
      ...(keyId !== null && { SSEKMSKeyId: keyId }),
    };
  }

  /** Undefined when there is no such object. */
  async stat(name: string): Promise<FoundStat | undefined> {
    const { sdk, client, clock } = this.connection;
    const head = new sdk.HeadObjectCommand(this.placeOf(name));
    const found = await this.unlessMissing(client.send(head));
    return (
      found && {
        sizeBytes: found.ContentLength ?? 0,
        modifiedMs: clock.instantOf(found.LastModified),
        version: `${found.LastModified?.getTime()} ${found.ETag}`,
      }
    );
  }

  /** Undefined when there is no such object. The body must be consumed or destroyed. */
  async get(name: string, range?: ByteRange): Promise<FoundObject | undefined> {
    const { sdk, client } = this.connection;
    const bytes = range && { Range: `bytes=${range.start}-${range.end}` };
    const get = new sdk.GetObjectCommand({ ...this.placeOf(name), ...bytes });
    const found = await this.unlessMissing(client.send(get));
    return found && { body: found.Body as Readable, sizeBytes: found.ContentLength ?? 0 };
  }

  /** False when it is there already, in which case it stays as it is. */
  async putNew(name: string, signed: SignedBytes): Promise<boolean> {
    try {
      await this.#put(name, signed, { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      if (isThereAlready(error)) return false;
      throw translateS3Error(error);
    }
  }

  async put(name: string, signed: SignedBytes): Promise<void> {
    await translated(this.#put(name, signed, {}));
  }

  async #put(name: string, { bytes, sha256 }: SignedBytes, condition: object): Promise<void> {
    const { sdk, client } = this.connection;
    const put = new sdk.PutObjectCommand({
      ...this.placeOf(name),
      ...this.encryption,
      ...condition,
      Body: bytes,
      ContentLength: bytes.length,
    });
    signBody(put, sha256);
    await client.send(put);
  }

  /** Up to 5 GiB. False when there is no such object. */
  async copy(from: string, to: string): Promise<boolean> {
    const { sdk, client } = this.connection;
    const copy = new sdk.CopyObjectCommand({
      ...this.placeOf(to),
      ...this.sourceOf(from),
      ...this.encryption,
    });
    return (await this.unlessMissing(client.send(copy))) !== undefined;
  }

  /**
   * Sends the request once, unless it is known not to have been done: one of which only the answer is lost may be
   * done late, and remove what was stored anew meanwhile.
   */
  async removeOnce(name: string): Promise<void> {
    const { sdk, impatient } = this.connection;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await impatient.send(new sdk.DeleteObjectCommand(this.placeOf(name)));
        return;
      } catch (error) {
        if (!isSlowDown(error) || attempt >= attemptsMax) throw translateS3Error(error);
        await sleep(jittered(pauseMs * 2 ** attempt));
      }
    }
  }

  /** Of names that are never used again. What is gone already is ignored. */
  async removeAll(names: readonly string[]): Promise<void> {
    const { sdk, client } = this.connection;
    for (let at = 0; at < names.length; at += removedTogether) {
      const objects = names.slice(at, at + removedTogether).map((name) => this.placeOf(name));
      const { Bucket } = this.placeOf('');
      const Delete = { Quiet: true, Objects: objects.map(({ Key }) => ({ Key })) };
      const remove = new sdk.DeleteObjectsCommand({ Bucket, Delete });
      const { Errors = [] } = await translated(client.send(remove));
      const [failure] = Errors;
      if (failure)
        throw translateS3Error({ name: failure.Code, $metadata: { httpStatusCode: 500 } });
    }
  }

  /** In the order of their names, in parts of up to a thousand. */
  async *list(folder: string): AsyncGenerator<readonly ListedObject[]> {
    const { sdk, client, clock } = this.connection;
    const { bucket, prefix } = this.options;
    let next: string | undefined;
    do {
      const list = new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + folder,
        ...(next !== undefined && { ContinuationToken: next }),
      });
      const page = await translated(client.send(list));
      yield (page.Contents ?? []).map((found) => ({
        name: (found.Key ?? '').slice(prefix.length),
        sizeBytes: found.Size ?? 0,
        modifiedMs: clock.instantOf(found.LastModified),
      }));
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  /** The names of the folders directly in a folder. */
  async listFolders(folder: string): Promise<readonly string[]> {
    const { sdk, client } = this.connection;
    const { bucket, prefix } = this.options;
    const names: string[] = [];
    let next: string | undefined;
    do {
      const list = new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + folder,
        Delimiter: '/',
        ...(next !== undefined && { ContinuationToken: next }),
      });
      const page = await translated(client.send(list));
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
        names.push(Prefix.slice(prefix.length + folder.length, -1));
      }
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
    return names;
  }

  /** Undefined when S3 answers that there is no such object. */
  async unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      // Without the right to list, S3 does not tell which objects are not there.
      if (isNotThere(error) || (!this.options.canList && isForbidden(error))) return undefined;
      throw translateS3Error(error);
    }
  }

  close(): void {
    this.connection.client.destroy();
  }
}

export async function openS3Objects(options: S3Options): Promise<S3Objects> {
  return new S3Objects(options, await connectToS3(options));
}

export async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw translateS3Error(error);
  }
}

interface SignedCommand {
  readonly middlewareStack: {
    add(
      middleware: (next: (input: never) => unknown) => (input: never) => unknown,
      options: { readonly step: 'build'; readonly name: string },
    ): void;
  };
}

const digestHeader = 'x-amz-content-sha256';

/** The client would compute the digest of the body again, at once. S3 verifies it. */
export function signBody(command: SignedCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (input: { readonly request: { readonly headers: Record<string, string> } }) => {
      input.request.headers[digestHeader] = sha256;
      return next(input as never);
    },
    { step: 'build', name: 'signBody' },
  );
}
