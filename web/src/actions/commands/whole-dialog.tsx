import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import type { ActionContext, WholeList } from '../action.ts';
import { actionOf, runOnWhole } from './run-on-whole.tsx';
import { restoreWhole } from './trash-whole.ts';

export function askToDeleteWhole(context: ActionContext, whole: WholeList): void {
  openDialog((close) => (
    <WholeDialog
      kind="delete"
      count={whole.count}
      onClose={close}
      run={() => remove(context, whole)}
    />
  ));
}

export function askToRestoreWhole(context: ActionContext, whole: WholeList): void {
  openDialog((close) => (
    <WholeDialog
      kind="restore"
      count={whole.count}
      onClose={close}
      run={() => restore(context, whole)}
    />
  ));
}

async function remove(context: ActionContext, whole: WholeList): Promise<void> {
  const { text, user } = context;
  const deletion = actionOf('Document.Delete', { action: 'deletion' }, user.isAdministrator);
  const { done } = await runOnWhole(
    { ...deletion, running: 'actions.delete.running' },
    whole,
    context,
  );
  if (done > 0)
    notify({
      text: text('actions.delete.done', { count: done, title: context.documents[0]?.title ?? '' }),
    });
}

async function restore(context: ActionContext, whole: WholeList): Promise<void> {
  const { text } = context;
  const done = await restoreWhole(context, whole);
  if (done > 0)
    notify({
      text: text('actions.restore.done', { count: done, title: context.documents[0]?.title ?? '' }),
    });
}

interface Props {
  readonly kind: 'delete' | 'restore';
  readonly count: number;
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a change of a whole list that cannot be undone. */
function WholeDialog({ kind, count, run, onClose }: Props) {
  const text = useText();
  const values = { count, title: '' };
  const send = (): void => {
    onClose();
    run().catch((error: unknown) => notifyError(text, error));
  };
  const isDeleting = kind === 'delete';
  return (
    <Dialog
      title={text(isDeleting ? 'actions.delete.title' : 'actions.restore.title', values)}
      onClose={onClose}
    >
      <p>{text(isDeleting ? 'actions.delete.effect' : 'actions.restore.effect', values)}</p>
      {isDeleting && <p>{text('actions.delete.folders')}</p>}
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {text('common.cancel')}
        </Button>
        <Button look={isDeleting ? 'danger' : 'primary'} onPress={send}>
          {text(isDeleting ? 'actions.delete' : 'actions.restore')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
