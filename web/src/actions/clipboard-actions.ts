import { ClipboardPaste, Copy, Scissors } from 'lucide-react';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/notices.tsx';
import type { Action, ActionContext } from './action.ts';
import { readClipboard, writeClipboard } from './clipboard.ts';
import { linksOf } from './links.ts';
import { stateForAdding, stateForCopying, stateForLeaving } from './permissions.ts';

/** Other programs get links. They are no condition: browsers may refuse them. */
async function take(context: ActionContext, isCut: boolean): Promise<void> {
  const { documents, user, text } = context;
  const links = linksOf(documents, context);
  writeClipboard({ user: user.id, isCut, documents, links });
  notify({
    text: text(isCut ? 'actions.cut.done' : 'actions.copyHere.done', {
      count: documents.length,
      title: documents[0]?.title ?? '',
    }),
  });
  await copyText(links).catch(() => undefined);
}

export const cutAction: Action = {
  id: 'cut',
  label: 'actions.cut',
  icon: Scissors,
  group: 'organize',
  keys: 'Mod+X',
  stateFor: stateForLeaving,
  run: (context) => take(context, true),
};

export const copyAction: Action = {
  id: 'copy',
  label: 'actions.copyHere',
  icon: Copy,
  group: 'organize',
  keys: 'Mod+C',
  stateFor: stateForCopying,
  run: (context) => take(context, false),
};

export const pasteAction: Action = {
  id: 'paste',
  label: 'actions.paste',
  icon: ClipboardPaste,
  group: 'create',
  keys: 'Mod+V',
  stateFor: ({ folder, user }) =>
    readClipboard()?.user === user.id ? stateForAdding(folder) : 'hidden',
  run: async (context) => (await import('./pasting.ts')).paste(context),
};
