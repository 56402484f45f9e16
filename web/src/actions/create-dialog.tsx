import { type FormEvent, useState } from 'react';
import type { Doc } from '../api/types.ts';
import { shownTitle } from '../documents/shown-title.ts';
import { typesFor } from '../documents/subtypes.ts';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ActionContext } from './action.ts';
import classes from './actions.module.css';
import { createAndOpen } from './creating.ts';
import { problemText } from './problem-text.ts';
import { typeName } from './type-names.ts';

export function openCreateDialog({ folder, ...context }: ActionContext): void {
  if (!folder) return;
  openDialog((close) => (
    <CreateDialog
      folder={folder}
      onClose={close}
      onCreate={(type, title) => createAndOpen({ folder, type, title }, { ...context, folder })}
    />
  ));
}

interface Props {
  readonly folder: Doc;
  readonly onCreate: (type: string, title: string) => Promise<void>;
  readonly onClose: () => void;
}

/** What is mostly created in folders comes first. */
const usual = ['Folder', 'Workspace'];

function CreateDialog({ folder, onCreate, onClose }: Props) {
  const text = useText();
  const formats = useFormats();
  const options = typesFor(folder)
    .map(({ type }) => ({ id: type, label: typeName(type, text) }))
    .toSorted((a, b) => formats.compare(a.label, b.label));
  const first = usual.find((each) => options.some(({ id }) => id === each)) ?? options[0]?.id;
  const [type, setType] = useState(first ?? '');
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const refuse = (error: unknown): void => {
    setIsSending(false);
    setProblem(problemText(text, error));
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (title.trim() === '') {
      setProblem(text('actions.titleNeeded'));
      return;
    }
    setIsSending(true);
    onCreate(type, title.trim()).then(onClose, refuse);
  };
  return (
    <Dialog title={text('actions.create.title', { folder: shownTitle(folder) })} onClose={onClose}>
      <form onSubmit={send} className={classes.form}>
        <Select
          label={text('actions.typeLabel')}
          options={options}
          value={type}
          onChange={setType}
          isRequired
        />
        <TextField
          label={text('actions.titleLabel')}
          value={title}
          onChange={setTitle}
          error={problem}
          isRequired
          autoFocus
        />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={isSending}>
            {text('actions.create.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
