import type { FormEvent } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ActionContext } from './action.ts';
import classes from './actions.module.css';
import { otherLockOwner } from './permissions.ts';
import { renameDocument } from './renaming.ts';
import { selectName, useNewTitle } from './use-new-title.ts';

export function openRenameDialog({ documents: [document], ...context }: ActionContext): void {
  if (!document) return;
  openDialog((close) => (
    <RenameDialog
      document={document}
      onClose={close}
      onSave={(base, title) => renameDocument(base, title, { ...context })}
    />
  ));
}

interface Props {
  readonly document: Doc;
  readonly onSave: (base: Doc, title: string) => Promise<void>;
  readonly onClose: () => void;
}

function RenameDialog({ document, onSave, onClose }: Props) {
  const text = useText();
  const owner = otherLockOwner(document, useUser());
  const { title, setTitle, problem, isSaving, save } = useNewTitle(document, {
    onSave,
    onEnd: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  return (
    <Dialog title={text('actions.rename.title')} onClose={onClose}>
      <form onSubmit={submit} className={classes.form}>
        {owner && <p className={classes.note}>{text('actions.locked', { user: owner })}</p>}
        <TextField
          label={text('actions.titleLabel')}
          value={title}
          onChange={setTitle}
          error={problem}
          isRequired
          autoFocus
          inputRef={selectName}
        />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={isSaving}>
            {text('actions.rename')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
