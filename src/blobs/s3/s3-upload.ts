import type { BlobSource, ReceiveOptions } from '../blob-source.ts';
import { type ContentDigest, ContentHasher, type DigestAlgorithm } from '../digest.ts';
import { translateTransferError } from '../disk-errors.ts';
import { receiveTo } from '../receive.ts';
import type { S3Objects } from './s3-objects.ts';
import { S3Writer } from './s3-writer.ts';
import type { Slots } from './slots.ts';

/** What all uploads of a store share. */
export interface UploadServices {
  readonly objects: S3Objects;
  readonly slots: Slots;
}

interface ReceivedContent extends ContentDigest {
  readonly sizeBytes: number;
  /** A small content. A larger one is the object that was named. */
  readonly bytes: Buffer | undefined;
}

interface UploadOptions extends ReceiveOptions {
  readonly name: string;
  readonly digestAlgorithm: DigestAlgorithm;
}

/**
 * Receives a content with constant memory. On failure there is no object.
 *
 * @throws AppError as `BlobStore.stage`
 */
export async function receiveToS3(
  source: BlobSource,
  { objects, slots }: UploadServices,
  options: UploadOptions,
): Promise<ReceivedContent> {
  const { name, digestAlgorithm, sizeBytes: announced } = options;
  const hasher = new ContentHasher(digestAlgorithm);
  let writer: S3Writer | undefined;
  try {
    const sizeBytes = await receiveTo(source, options, ({ ownsChunks = false }) => {
      writer = new S3Writer({ objects, slots, name, hasher, ownsChunks, sizeBytes: announced });
      return writer;
    });
    return { ...hasher.finish(), sizeBytes, bytes: writer?.takeBytes() };
  } catch (error) {
    await writer?.abort();
    throw translateTransferError(error, options.signal);
  }
}
