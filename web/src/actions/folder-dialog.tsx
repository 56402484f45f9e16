import { useState } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { ActionContext } from './action.ts';
import classes from './actions.module.css';
import { relocateWhole } from './commands/relocate-whole.ts';
import { FolderChooser } from './folder-chooser.tsx';
import { may } from './permissions.ts';
import { relocateDocuments } from './relocate.ts';

export function openFolderDialog(context: ActionContext, { copy }: { readonly copy: boolean }) {
  openDialog((close) => <FolderDialog context={context} copy={copy} onClose={close} />);
}

interface Props {
  readonly context: ActionContext;
  readonly copy: boolean;
  readonly onClose: () => void;
}

/** Asks where documents go. */
function FolderDialog({ context, copy, onClose }: Props) {
  const text = useText();
  const { documents, folder, whole } = context;
  const [target, setTarget] = useState<Doc>();
  const count = whole?.count ?? documents.length;
  const values = { count, title: documents[0]?.title ?? '' };
  const send = (): void => {
    if (!target) return;
    onClose();
    const relocated = whole
      ? relocateWhole({ whole, target, copy }, context)
      : relocateDocuments({ documents, target, copy }, context);
    relocated.catch((problem: unknown) => notifyError(text, problem));
  };
  return (
    <Dialog
      title={text(copy ? 'actions.copy.title' : 'actions.move.title', values)}
      onClose={onClose}
    >
      <FolderChooser
        start={folder ?? documents[0]}
        chosen={target}
        onChoose={setTarget}
        isPossible={(each) => mayReceive(each, documents, copy)}
      />
      {whole && <p>{text('actions.whole.relocate')}</p>}
      <p aria-live="polite" className={classes.quiet}>
        {target ? text('actions.target', { path: target.path }) : text('actions.chooseTarget')}
      </p>
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="primary" isDisabled={!target} onPress={send}>
          {text(copy ? 'actions.copy.submit' : 'actions.move.submit')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** A folder can be moved neither into itself nor below itself, and nothing to where it is. */
function mayReceive(folder: Doc, documents: readonly Doc[], copy: boolean): boolean {
  if (!may(folder, 'AddChildren')) return false;
  if (documents.some(({ path }) => `${folder.path}/`.startsWith(`${path}/`))) return false;
  return copy || documents.some(({ parentRef }) => parentRef !== folder.uid);
}
