import type { Doc } from '../api/types.ts';
import type { User } from '../session/session.ts';
import type { ActionState, ActionTarget, WholeTarget } from './action.ts';

/** Whether the user has a permission on a document, as the server says with the document. */
export function may(document: Doc, permission: string): boolean {
  const permissions = document.contextParameters?.permissions;
  return Array.isArray(permissions) && permissions.includes(permission);
}

export function mayAll(documents: readonly Doc[], permission: string): boolean {
  return documents.length > 0 && documents.every((each) => may(each, permission));
}

/** Who holds the lock, if it is another user. */
export function otherLockOwner(document: Doc, user: Pick<User, 'id'>): string | undefined {
  return document.lockOwner === user.id ? undefined : document.lockOwner;
}

/** The root stays as it is; versions never change. */
function isFixed({ path, isVersion }: Doc): boolean {
  return path === '/' || isVersion;
}

/** Of actions that change documents in their places, and need the permission on each of them. */
export function stateForChange(
  { documents, user }: ActionTarget,
  permission: 'WriteProperties' | 'Remove',
): ActionState {
  if (documents.length === 0 || documents.some(isFixed)) return 'hidden';
  const refused = documents.filter((each) => !may(each, permission));
  // A lock takes away what Write includes, and leaves the permissions that include Write.
  const locked = refused.find((each) => otherLockOwner(each, user) && may(each, 'ReadWrite'));
  if (locked) return { reason: 'actions.locked', values: { user: locked.lockOwner ?? '' } };
  if (refused.length === documents.length) return 'hidden';
  if (refused.length > 0) return { reason: 'actions.someRefused' };
  if (documents.some(({ isTrashed }) => isTrashed)) return { reason: 'actions.trashed' };
  return 'ready';
}

/** As `stateForChange`, of actions that take documents out of their folder. */
export function stateForLeaving(target: ActionTarget): ActionState {
  const state = stateForChange(target, 'Remove');
  if (state !== 'ready') return state;
  const { documents, folder } = target;
  const isShown = documents.every(({ parentRef }) => parentRef === folder?.uid);
  if (folder && isShown && !may(folder, 'RemoveChildren')) return 'hidden';
  return documents.some((each) => each.isUnderRetentionOrLegalHold)
    ? { reason: 'actions.retained' }
    : 'ready';
}

/** Whether documents can be added to the folder. */
export function stateForAdding(folder: Doc | undefined): ActionState {
  if (!folder || folder.isVersion || folder.isProxy || !may(folder, 'AddChildren')) return 'hidden';
  return folder.isTrashed ? { reason: 'actions.trashed' } : 'ready';
}

/** Of actions that only read the documents. */
export function stateForCopying({ documents }: ActionTarget): ActionState {
  if (documents.length === 0 || documents.some(({ path }) => path === '/')) return 'hidden';
  return documents.some(({ isTrashed }) => isTrashed) ? { reason: 'actions.trashed' } : 'ready';
}

/** Of actions on a single document that the user sees. */
export function stateForOne({ documents }: ActionTarget): ActionState {
  return documents.length === 1 ? 'ready' : 'hidden';
}

/** Of actions that take all documents out of a folder: the server says which of them may not leave it. */
export function stateForAllLeaving({ folder, whole }: WholeTarget): ActionState {
  return !whole.isTrashed && folder && may(folder, 'RemoveChildren') ? 'ready' : 'hidden';
}

/** Of actions on all that is in the trash. */
export function stateForAllTrashed({ documents, whole }: WholeTarget): ActionState {
  const isPossible = documents.some((each) => may(each, 'Remove'));
  return whole.isTrashed && isPossible ? 'ready' : 'hidden';
}

/** Of actions that only read all documents of a folder. */
export function stateForAllReading({ whole }: WholeTarget): ActionState {
  return whole.isTrashed ? 'hidden' : 'ready';
}
