import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import classes from './comments.module.css';

interface Props {
  readonly label: string;
  readonly submitLabel: string;
  readonly initialText?: string;
  readonly autoFocus?: boolean;
  readonly sending: UseMutationResult<void, Error, string>;
  readonly onCancel?: () => void;
  readonly onSent?: () => void;
}

/** A text that is kept until the server has it. Control or Command with Enter sends it. */
export function CommentForm({
  label,
  submitLabel,
  initialText = '',
  autoFocus = false,
  sending,
  onCancel,
  onSent,
}: Props) {
  const text = useText();
  const [written, setWritten] = useState(initialText);
  const send = (): void => {
    if (written.trim() === '' || sending.isPending) return;
    sending.mutate(written, {
      onSuccess() {
        setWritten('');
        onSent?.();
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextField
        label={label}
        value={written}
        onChange={setWritten}
        rows={3}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          if (event.key === 'Escape') onCancel?.();
        }}
      />
      <FormProblem error={sending.error} />
      <div className={classes.buttons}>
        {onCancel && <Button onPress={onCancel}>{text('common.cancel')}</Button>}
        <Button type="submit" look="primary" isDisabled={written.trim() === ''}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
