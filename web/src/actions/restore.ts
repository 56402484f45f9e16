import { ArchiveRestore } from 'lucide-react';
import type { Action } from './action.ts';
import { mayAll, stateForAllTrashed } from './permissions.ts';

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
  stateForWhole: stateForAllTrashed,
  run: async (context) =>
    context.whole
      ? (await import('./commands/whole-dialog.tsx')).askToRestoreWhole(context, context.whole)
      : (await import('./trashing.ts')).restoreWithUndo(context),
};
