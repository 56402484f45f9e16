import { documentsLeft } from '../../grid/left-documents.ts';
import type { ActionContext, WholeList } from '../action.ts';
import { offerUndo } from '../undo.ts';
import { actionOf, runOnWhole } from './run-on-whole.tsx';
import { namesTrashedBetween } from './trashed-between.ts';

/** Puts all of a folder in the trash. What came there meanwhile by others does not come back by undo. */
export async function trashWhole(context: ActionContext, whole: WholeList): Promise<void> {
  const { text, folder, user } = context;
  const trash = actionOf(
    'Document.Trash',
    { action: 'trash', parameters: { value: true } },
    user.isAdministrator,
  );
  const { status, done } = await runOnWhole(
    { ...trash, running: 'actions.trash.running' },
    whole,
    context,
  );
  if (done === 0 || !folder) return;
  documentsLeft(context.documents);
  const { submitted, completed } = status;
  offerUndo(text, {
    message: text('actions.trash.done', { count: done, title: context.documents[0]?.title ?? '' }),
    async undo() {
      if (submitted === null || completed === null) return;
      const names = namesTrashedBetween(Date.parse(submitted), Date.parse(completed));
      await restoreWhole(context, {
        query: `SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 1
          AND ecm:isVersion = 0 AND (${names.map(() => 'ecm:name LIKE ?').join(' OR ')})`,
        queryParams: [folder.uid, ...names],
        count: done,
        isCapped: false,
        isTrashed: true,
      });
    },
  });
}

/** Returns how many are back in their folders. */
export async function restoreWhole(context: ActionContext, whole: WholeList): Promise<number> {
  const untrash = actionOf(
    'Document.Untrash',
    { action: 'trash', parameters: { value: false } },
    context.user.isAdministrator,
  );
  const { done } = await runOnWhole(
    { ...untrash, running: 'actions.restore.running' },
    whole,
    context,
  );
  return done;
}
