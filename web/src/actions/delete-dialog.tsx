import { useState } from 'react';
import { deleteDocuments } from '../api/edit-documents.ts';
import { isFolder } from '../documents/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { ActionContext } from './action.ts';
import type { Item } from './bulk.ts';
import { changeMany } from './change-many.tsx';

export function openDeleteDialog(context: ActionContext): void {
  openDialog((close) => <DeleteDialog context={context} onClose={close} />);
}

interface Props {
  readonly context: ActionContext;
  readonly onClose: () => void;
}

/** The only question before a change: this one cannot be undone. */
function DeleteDialog({ context, onClose }: Props) {
  const text = useText();
  const [isSent, setIsSent] = useState(false);
  const { documents } = context;
  const values = { count: documents.length, title: documents[0]?.title ?? '' };
  const send = (): void => {
    setIsSent(true);
    onClose();
    deleteForGood(context).catch((error: unknown) => notifyError(text, error));
  };
  return (
    <Dialog title={text('actions.delete.title', values)} onClose={onClose}>
      <p>{text('actions.delete.effect', values)}</p>
      {documents.some(isFolder) && <p>{text('actions.delete.folders')}</p>}
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {text('common.cancel')}
        </Button>
        <Button look="danger" isDisabled={isSent} onPress={send}>
          {text('actions.delete')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

async function deleteForGood(context: ActionContext): Promise<void> {
  const { documents, text, router } = context;
  const { done } = await changeMany(
    {
      documents,
      send: (some) => deleteDocuments(some.map(({ uid }) => uid)),
      running: 'actions.delete.running',
    },
    context,
  );
  const [first] = done;
  if (!first) return;
  notify({ text: text('actions.delete.done', { count: done.length, title: first.title }) });
  if (isShown(done, router.state.location.pathname)) {
    await router.navigate({ to: '/trash' });
  }
}

/** Whether the screen is that of a document which is gone. */
function isShown(gone: readonly Item[], pathname: string): boolean {
  return gone.some(({ uid }) => pathname.includes(`/document/${uid}`));
}
