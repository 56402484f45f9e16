import { type FormEvent, useState } from 'react';
import type { Doc } from '../../../api/types.ts';
import { createVersion, type NewVersion } from '../../../api/versions.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useVersionChange } from './use-version-change.ts';
import classes from './versions.module.css';

interface Props {
  readonly document: Doc;
  /** The label of the version before; empty if this is the first. */
  readonly base: string;
  readonly onClose: () => void;
}

export function CreateVersionDialog({ document, base, onClose }: Props) {
  const text = useText();
  const [increment, setIncrement] = useState<NewVersion['increment']>('minor');
  const [comment, setComment] = useState('');
  const creation = useVersionChange(document, (version: NewVersion) =>
    createVersion(document.uid, version),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (creation.isPending) return;
    creation.mutate(
      { increment, comment: comment.trim() },
      {
        onSuccess: () => {
          notify({ text: text('versions.created') });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={text('versions.create')} onClose={onClose}>
      <form onSubmit={submit} className={classes.form}>
        <RadioGroup
          isColumn
          label={text('versions.increment')}
          value={increment}
          onChange={setIncrement}
          options={[
            { id: 'minor', label: text('versions.minor', { label: nextLabel(base, 'minor') }) },
            { id: 'major', label: text('versions.major', { label: nextLabel(base, 'major') }) },
          ]}
        />
        <TextField
          label={text('versions.comment')}
          help={text('versions.commentHelp')}
          value={comment}
          onChange={setComment}
          rows={3}
        />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={creation.isPending}>
            {text('versions.create')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function nextLabel(base: string, increment: NewVersion['increment']): string {
  const [major = 0, minor = 0] = base.split('.').map((each) => Number(each) || 0);
  return increment === 'major' ? `${major + 1}.0` : `${major}.${minor + 1}`;
}
