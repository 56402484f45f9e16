import { shownTitle } from '../documents/shown-title.ts';
import { containerTypeIn } from '../documents/subtypes.ts';
import type { MessageId, Text } from '../i18n/i18n.tsx';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { NotTaken } from './problem.ts';

/** Tells why an upload has not begun, and what to do in its place. */
export function notifyUploadError(text: Text, error: unknown): void {
  if (!(error instanceof NotTaken)) {
    notifyError(text, error);
    return;
  }
  const { folder, count } = error;
  const title = shownTitle(folder);
  const container = containerTypeIn(folder);
  notify({
    text: text(container ? 'uploads.filesNotTaken' : 'uploads.nothingTaken', { count, title }),
    detail: text(remedyFor(container)),
    isProblem: true,
  });
}

function remedyFor(container: string | undefined): MessageId {
  if (container === undefined) return 'uploads.openFolder';
  return container === 'Workspace' ? 'uploads.useWorkspace' : 'uploads.useFolder';
}
