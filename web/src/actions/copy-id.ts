import { Hash } from 'lucide-react';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/notices.tsx';
import type { Action } from './action.ts';

export const copyIdAction: Action = {
  id: 'copy-id',
  label: 'actions.copyId',
  icon: Hash,
  group: 'share',
  stateFor: ({ documents }) => (documents.length > 0 ? 'ready' : 'hidden'),
  async run({ documents, text }) {
    await copyText(documents.map(({ uid }) => uid).join('\n'));
    notify({ text: text('actions.copyId.done', { count: documents.length }) });
  },
};
