import { FolderHeart } from 'lucide-react';
import type { Action } from './action.ts';

export const addToCollection: Action = {
  id: 'collection-add',
  label: 'social.collectionAdd',
  icon: FolderHeart,
  group: 'organize',
  stateFor({ documents }) {
    if (documents.length === 0) return 'hidden';
    const isPossible = documents.every(({ facets }) => !facets.includes('NotCollectionMember'));
    return isPossible ? 'ready' : { reason: 'social.collectionNotPossible' };
  },
  async run({ documents }) {
    const dialog = await import('./collecting/add-to-collection-dialog.tsx');
    dialog.openAddToCollectionDialog(documents);
  },
};
