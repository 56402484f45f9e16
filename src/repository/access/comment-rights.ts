import { everything } from '../../model/acl.ts';
import { authorOf, isComment, isCommentFolder } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import type { UnitContext } from '../unit/unit.ts';

/** What the author may do with a comment as with any document: change its text, and remove it. */
const ownPermissions: ReadonlySet<string> = new Set(['WriteProperties', 'Remove']);

/**
 * The permission that the ACL of a document must grant for another one. Comments have the ACL of the
 * document they are about, and rules of their own: those who may read it may read them, and they
 * belong to their authors, not to those who may write the document. Everything else needs Everything.
 */
export function permissionInAcl(
  { model, principal }: UnitContext,
  { document, permission }: { readonly document: Document; readonly permission: string },
): string {
  const isFolder = isCommentFolder(document);
  if (!isFolder && !isComment(document)) return permission;
  if (model.permissionsIncluding(permission).has('Read')) return permission;
  // The rights on the comment itself decide whether it may be removed.
  if (permission === 'RemoveChildren') return 'Read';
  const isOwn = !isFolder && authorOf(document) === principal.username;
  return isOwn && ownPermissions.has(permission) ? 'Read' : everything;
}
