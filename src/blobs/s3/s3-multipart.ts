import { inParallel } from '../../base/parallel.ts';
import { isNotThere, translateS3Error } from './s3-errors.ts';
import { type S3Objects, type SignedBytes, signBody, translated } from './s3-objects.ts';

interface SentPart {
  readonly PartNumber: number;
  readonly ETag: string;
}

/** The most that S3 allows. */
export const partsPerUploadMax = 10_000;

/** Above it a copy is made in parts; one request could copy 5 GiB, and would take long. */
const copiedAtOnceBytes = 2 ** 30;
const copiedPartBytes = 512 * 2 ** 20;
const copiedTogether = 4;

/** An object that is made of parts. It exists once it is complete. */
export class MultipartUpload {
  readonly #objects: S3Objects;
  readonly #name: string;
  readonly #id: string;
  readonly #parts: SentPart[] = [];
  #sizeBytes = 0;

  private constructor(objects: S3Objects, name: string, id: string) {
    this.#objects = objects;
    this.#name = name;
    this.#id = id;
  }

  static async begin(objects: S3Objects, name: string): Promise<MultipartUpload> {
    const { sdk, client } = objects.connection;
    const begin = { ...objects.placeOf(name), ...objects.encryption };
    const { UploadId = '' } = await translated(
      client.send(new sdk.CreateMultipartUploadCommand(begin)),
    );
    return new MultipartUpload(objects, name, UploadId);
  }

  get #place() {
    return { ...this.#objects.placeOf(this.#name), UploadId: this.#id };
  }

  /** Parts may be sent in any order, several at a time. The first is 1. */
  async send(partNumber: number, { bytes, sha256 }: SignedBytes): Promise<void> {
    const { sdk, client } = this.#objects.connection;
    const part = new sdk.UploadPartCommand({
      ...this.#place,
      PartNumber: partNumber,
      Body: bytes,
      ContentLength: bytes.length,
    });
    signBody(part, sha256);
    const { ETag = '' } = await translated(client.send(part));
    this.#parts.push({ PartNumber: partNumber, ETag });
    this.#sizeBytes += bytes.length;
  }

  async copyFrom(source: string, part: CopiedPart): Promise<void> {
    const { sdk, client } = this.#objects.connection;
    const copy = new sdk.UploadPartCopyCommand({
      ...this.#place,
      ...this.#objects.sourceOf(source),
      PartNumber: part.number,
      CopySourceRange: `bytes=${part.start}-${part.end}`,
    });
    const { CopyPartResult } = await translated(client.send(copy));
    this.#parts.push({ PartNumber: part.number, ETag: CopyPartResult?.ETag ?? '' });
    this.#sizeBytes += part.end - part.start + 1;
  }

  async complete(): Promise<void> {
    const { sdk, client } = this.#objects.connection;
    const Parts = this.#parts.toSorted((a, b) => a.PartNumber - b.PartNumber);
    const complete = { ...this.#place, MultipartUpload: { Parts } };
    try {
      await client.send(new sdk.CompleteMultipartUploadCommand(complete));
    } catch (error) {
      // The answer to an earlier attempt may be lost, which leaves no upload to complete.
      const stored = isNotThere(error) ? await this.#objects.stat(this.#name) : undefined;
      if (stored?.sizeBytes !== this.#sizeBytes) throw translateS3Error(error);
    }
  }

  /** Removes the parts. Once none is being sent: one that arrives later would stay. */
  async abort(): Promise<void> {
    const { sdk, client } = this.#objects.connection;
    await this.#objects.unlessMissing(
      client.send(new sdk.AbortMultipartUploadCommand(this.#place)),
    );
  }
}

interface CopiedPart {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

interface Copied {
  readonly from: string;
  readonly to: string;
  readonly sizeBytes: number;
}

/** Within S3. False when there is no such object. */
export async function copyObject(
  objects: S3Objects,
  { from, to, sizeBytes }: Copied,
): Promise<boolean> {
  if (sizeBytes <= copiedAtOnceBytes) return objects.copy(from, to);
  const found = await objects.stat(from);
  if (found === undefined) return false;
  const upload = await MultipartUpload.begin(objects, to);
  try {
    await inParallel(partsOf(found.sizeBytes), copiedTogether, (part) =>
      upload.copyFrom(from, part),
    );
    await upload.complete();
    return true;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

function partsOf(sizeBytes: number): readonly CopiedPart[] {
  const partBytes = Math.max(copiedPartBytes, Math.ceil(sizeBytes / partsPerUploadMax));
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    number: index + 1,
    start: index * partBytes,
    end: Math.min((index + 1) * partBytes, sizeBytes) - 1,
  }));
}
