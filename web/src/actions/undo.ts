import type { Text } from '../i18n/i18n.tsx';
import { dismiss, notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';

interface Done {
  readonly message: string;
  readonly detail?: string | undefined;
  readonly undo: () => Promise<void>;
}

let undoLast: (() => void) | undefined;

/** Tells what was done, with a button that undoes it; the shortcut undoes what was done last. */
export function offerUndo(text: Text, { message, detail, undo }: Done): void {
  const run = (): void => {
    if (undoLast === run) undoLast = undefined;
    dismiss(key);
    undo().then(
      () => notify({ text: text('actions.undone') }),
      (error: unknown) => notifyError(text, error),
    );
  };
  const key = notify({ text: message, detail, action: { label: text('common.undo'), run } });
  undoLast = run;
}

/** Whether there was something to undo. */
export function undoLastChange(): boolean {
  const undo = undoLast;
  undo?.();
  return undo !== undefined;
}
