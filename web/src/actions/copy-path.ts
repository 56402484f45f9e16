import { Folder } from 'lucide-react';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/notices.tsx';
import type { Action } from './action.ts';

export const copyPathAction: Action = {
  id: 'copy-path',
  label: 'actions.copyPath',
  icon: Folder,
  group: 'share',
  stateFor: ({ documents }) => (documents.length > 0 ? 'ready' : 'hidden'),
  async run({ documents, text }) {
    await copyText(documents.map(({ path }) => path).join('\n'));
    notify({ text: text('actions.copied') });
  },
};
