import { isDocumentName } from '../../model/document-name.ts';

const trashSuffix = /\._\d{13,}_\.trashed$/;
export const collisionSuffix = /\.\d{13,}$/;

/** The name that a document had before it was trashed, if that is a valid name. */
export function withoutTrashSuffix(name: string): string {
  const plain = name.replace(trashSuffix, '');
  return isDocumentName(plain) ? plain : name;
}
