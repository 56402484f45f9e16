import type { Doc } from '../api/types.ts';

/** Whether the user has a permission on a document, as the server says with the document. */
export function may(document: Doc, permission: string): boolean {
  const permissions = document.contextParameters?.permissions;
  return Array.isArray(permissions) && permissions.includes(permission);
}

export function mayAll(documents: readonly Doc[], permission: string): boolean {
  return documents.length > 0 && documents.every((each) => may(each, permission));
}
