import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ownerName } from './s3-names.ts';
import type { S3Objects } from './s3-objects.ts';

/** The store of documents that has claimed the contents below the prefix; undefined while none has. */
export async function readOwner(objects: S3Objects): Promise<string | undefined> {
  const found = await objects.get(ownerName);
  if (!found) return undefined;
  return (await text(found.body)).trim() || undefined;
}

/** Returns the first that has claimed them. */
export async function claimOwner(objects: S3Objects, ownerId: string): Promise<string> {
  const owner = await readOwner(objects);
  if (owner !== undefined) return owner;
  const bytes = Buffer.from(ownerId);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (await objects.putNew(ownerName, { bytes, sha256 })) return ownerId;
  return (await readOwner(objects)) ?? ownerId;
}
