import type { BlobValue, Doc } from '../api/types.ts';

/** The main file of a document. */
export function fileOf({ properties }: Doc): BlobValue | undefined {
  const content = properties['file:content'];
  if (typeof content !== 'object' || content === null || !('data' in content)) return undefined;
  return typeof content.data === 'string' ? (content as unknown as BlobValue) : undefined;
}
