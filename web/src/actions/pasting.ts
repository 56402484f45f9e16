import { notify } from '../ui/notices.tsx';
import type { ActionContext } from './action.ts';
import { clearClipboard, readClipboard } from './clipboard.ts';
import { relocateDocuments } from './relocate.ts';

/** What was cut is moved once; what was copied can be pasted again. */
export async function paste({ folder, user, ...context }: ActionContext): Promise<void> {
  const taken = readClipboard();
  if (!folder || taken?.user !== user.id) return;
  const { isCut } = taken;
  const documents = taken.documents.filter((each) => !isCut || each.parentRef !== folder.uid);
  if (documents.length === 0) {
    notify({ text: context.text('actions.paste.here') });
    return;
  }
  const moved = await relocateDocuments({ documents, target: folder, copy: !isCut }, context);
  if (isCut && moved.length > 0) clearClipboard();
}
