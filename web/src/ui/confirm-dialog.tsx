import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { type Notice, notify } from './notices.tsx';

interface Props {
  readonly title: string;
  /** Of the button that does it. */
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly run: () => Promise<void>;
  /** Told when it is done. */
  readonly done?: Notice;
  readonly onClose: () => void;
  /** What it means. */
  readonly children: ReactNode;
}

/** Asks before something that has consequences for others, and stays open when the server refuses it. */
export function ConfirmDialog({
  title,
  label,
  isDangerous = false,
  run,
  done,
  onClose,
  children,
}: Props) {
  const text = useText();
  const running = useMutation({
    mutationFn: run,
    onSuccess() {
      if (done) notify(done);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FormProblem error={running.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          isDisabled={running.isPending}
          onPress={() => running.mutate()}
        >
          {label}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
