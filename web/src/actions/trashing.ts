import { trashDocuments, untrashDocuments } from '../api/edit-documents.ts';
import { documentsLeft } from '../grid/left-documents.ts';
import type { ActionContext, ChangeContext } from './action.ts';
import type { Item } from './bulk.ts';
import { changeMany } from './change-many.tsx';
import { offerUndo } from './undo.ts';

const idsOf = (documents: readonly Item[]) => documents.map(({ uid }) => uid);

function trash(documents: readonly Item[], context: ChangeContext) {
  const send = (some: readonly Item[]) => trashDocuments(idsOf(some));
  return changeMany({ documents, send, running: 'actions.trash.running' }, context);
}

function restore(documents: readonly Item[], context: ChangeContext) {
  const send = (some: readonly Item[]) => untrashDocuments(idsOf(some));
  return changeMany({ documents, send, running: 'actions.restore.running' }, context);
}

export async function trashWithUndo({ documents, ...context }: ActionContext): Promise<void> {
  const { done } = await trash(documents, context);
  documentsLeft(done);
  if (done.length === 0) return;
  offerUndo(context.text, {
    message: context.text('actions.trash.done', valuesOf(done)),
    async undo() {
      await restore(done, context);
    },
  });
}

export async function restoreWithUndo({ documents, ...context }: ActionContext): Promise<void> {
  const { done } = await restore(documents, context);
  if (done.length === 0) return;
  offerUndo(context.text, {
    message: context.text('actions.restore.done', valuesOf(done)),
    async undo() {
      await trash(done, context);
    },
  });
}

function valuesOf(done: readonly Item[]) {
  return { count: done.length, title: done[0]?.title ?? '' };
}
