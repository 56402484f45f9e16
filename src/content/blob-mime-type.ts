import type { BlobKey } from '../base/ids.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { determineMimeType, type MimeTypeRule, type NamedContent } from './mime-types.ts';
import { sniffedBytesMax } from './sniff-mime-type.ts';

interface NamedBlob extends NamedContent {
  readonly key: string;
  readonly length: number;
}

/** The type of stored content. Its first bytes are read only when name and sender leave it open. */
export async function mimeTypeOfBlob(
  blobs: BlobStore,
  blob: NamedBlob,
  rule: MimeTypeRule,
): Promise<string> {
  const isSettled = blob.length === 0 || rule(blob) !== undefined;
  if (isSettled) return determineMimeType(rule, blob);
  const end = Math.min(blob.length, sniffedBytesMax) - 1;
  const stream = await blobs.open(blob.key as BlobKey, { start: 0, end });
  const head = Buffer.concat(await stream.toArray());
  return determineMimeType(rule, { ...blob, head });
}
