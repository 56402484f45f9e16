import { Share2 } from 'lucide-react';
import type { Action } from './action.ts';
import { mayAll } from './permissions.ts';

export const share: Action = {
  id: 'share',
  label: 'rights.share',
  icon: Share2,
  group: 'share',
  stateFor: ({ documents }) => {
    if (documents.length === 0 || documents.some(({ isVersion }) => isVersion)) return 'hidden';
    return mayAll(documents, 'WriteSecurity') ? 'ready' : { reason: 'rights.shareNotAllowed' };
  },
  async run({ documents }) {
    const { openShareDialog } = await import('./sharing/share-dialog.tsx');
    openShareDialog(documents);
  },
};
