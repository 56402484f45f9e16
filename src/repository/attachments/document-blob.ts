import { type BlobValue, nameOfUnnamedBlob } from '../../model/value.ts';
import { documentMimeType } from './document-mime-type.ts';

/**
 * A blob as documents keep it: with a name, and with the type in its registered spelling. Uploads
 * often come without a useful type; then the name tells more.
 */
export function documentBlob(blob: BlobValue): BlobValue {
  return { ...blob, name: blob.name ?? nameOfUnnamedBlob, mimeType: documentMimeType(blob) };
}
