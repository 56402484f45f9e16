import { Trash } from 'lucide-react';
import type { Action } from './action.ts';

/** What was put in the trash below the shown folder. */
export const showTrashAction: Action = {
  id: 'show-trash',
  label: 'actions.showTrash',
  icon: Trash,
  group: 'open',
  stateFor: ({ documents: [document, ...others], folder }) => {
    const shown = document ?? folder;
    const isPossible = others.length === 0 && shown?.facets.includes('Folderish');
    return isPossible && !shown?.isTrashed ? 'ready' : 'hidden';
  },
  async run({ documents: [document], folder, router }) {
    const shown = document ?? folder;
    if (shown) await router.navigate({ to: '/trash', search: { folder: shown.uid } });
  },
};
