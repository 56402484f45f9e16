import { mimeTypeOfBlob } from '../../content/blob-mime-type.ts';
import { storeRule } from '../../content/mime-types.ts';
import type { BlobValue } from '../../model/value.ts';
import type { BlobServices } from './blobs.ts';

/** With the type that is stored with a document: uploads often have no useful one. */
export async function withStoredType(
  { blobs }: Pick<BlobServices, 'blobs'>,
  blob: BlobValue,
): Promise<BlobValue> {
  return { ...blob, mimeType: await mimeTypeOfBlob(blobs, blob, storeRule) };
}
