import { FolderInput } from 'lucide-react';
import type { Action, ChangeContext } from './action.ts';
import { stateForAllLeaving, stateForLeaving } from './permissions.ts';
import type { Relocation } from './relocate.ts';

/** Moves or copies documents, tells about it, and offers to undo it. Returns them at their new place. */
export async function moveDocuments(relocation: Relocation, context: ChangeContext) {
  const { relocateDocuments } = await import('./relocate.ts');
  return relocateDocuments(relocation, context);
}

export const moveAction: Action = {
  id: 'move',
  label: 'actions.move',
  icon: FolderInput,
  group: 'organize',
  isProminent: true,
  stateFor: stateForLeaving,
  stateForWhole: stateForAllLeaving,
  run: async (context) =>
    (await import('./folder-dialog.tsx')).openFolderDialog(context, { copy: false }),
};
