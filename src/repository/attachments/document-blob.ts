import { type BlobValue, nameOfUnnamedBlob } from '../../model/value.ts';
import { documentMimeType } from './document-mime-type.ts';

/**
 * A blob as documents store it: with a name, and with the type in its registered spelling. Uploads
 * often have no useful type; then the name determines it.
 */
export function documentBlob(blob: BlobValue): BlobValue {
  return { ...blob, name: blob.name ?? nameOfUnnamedBlob, mimeType: documentMimeType(blob) };
}
