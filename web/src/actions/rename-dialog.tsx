import { type FormEvent, useState } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ActionContext } from './action.ts';
import classes from './actions.module.css';
import { otherLockOwner } from './permissions.ts';
import { problemText } from './problem-text.ts';
import { renameDocument, TitleConflict } from './renaming.ts';

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
  const [base, setBase] = useState(document);
  const [title, setTitle] = useState(document.title);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const refuse = (error: unknown): void => {
    setIsSaving(false);
    if (error instanceof TitleConflict) {
      setBase(error.theirs);
      setProblem(text('actions.rename.conflict', { title: error.theirs.title }));
      return;
    }
    setProblem(problemText(text, error));
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = title.trim();
    if (wanted === '') setProblem(text('actions.titleNeeded'));
    else if (wanted === base.title) onClose();
    else {
      setIsSaving(true);
      onSave(base, wanted).then(onClose, refuse);
    }
  };
  return (
    <Dialog title={text('actions.rename.title')} onClose={onClose}>
      <form onSubmit={save} className={classes.form}>
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

/** All but an extension, which mostly stays. */
function selectName(input: HTMLInputElement | null): void {
  if (!input || input.selectionStart !== input.value.length) return;
  const end = /.\.\w{1,5}$/.test(input.value) ? input.value.lastIndexOf('.') : input.value.length;
  input.setSelectionRange(0, end);
}
