import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';

interface Props {
  readonly isDirty: boolean;
  /** Forgets the changes, also those that the browser keeps. */
  readonly onDiscard: () => Promise<void>;
}

/** Asks before a place is left where something has been changed and not saved. */
export function LeaveDialog({ isDirty, onDiscard }: Props) {
  const text = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const discard = async (): Promise<void> => {
    await onDiscard();
    blocker.proceed();
  };
  return (
    <Dialog title={text('document.leaveTitle')} onClose={blocker.reset}>
      <p>{text('document.leaveHelp')}</p>
      <DialogButtons>
        <Button look="danger" onPress={() => void discard()}>
          {text('document.leaveDiscard')}
        </Button>
        <Button onPress={blocker.proceed}>{text('document.leaveKeep')}</Button>
        <Button look="primary" onPress={blocker.reset} autoFocus>
          {text('document.leaveStay')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function tabOf({ search }: { readonly search: unknown }): unknown {
  return (search as { readonly tab?: unknown }).tab;
}
