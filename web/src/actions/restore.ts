import { ArchiveRestore } from 'lucide-react';
import type { Action } from './action.ts';
import { mayAll } from './permissions.ts';

export const restoreAction: Action = {
  id: 'restore',
  label: 'actions.restore',
  icon: ArchiveRestore,
  group: 'edit',
  isProminent: true,
  stateFor: ({ documents }) =>
    mayAll(documents, 'Remove') && documents.every(({ isTrashed }) => isTrashed)
      ? 'ready'
      : 'hidden',
  run: async (context) => (await import('./trashing.ts')).restoreWithUndo(context),
};
