import { CopyPlus } from 'lucide-react';
import type { Action, ActionTarget } from './action.ts';
import { stateForAdding, stateForCopying } from './permissions.ts';

/** Only in the folder that is shown: whether the user may add to another one is not known. */
function stateFor(target: ActionTarget) {
  const { documents, folder } = target;
  const state = stateForCopying(target);
  if (state !== 'ready') return state;
  return documents.every(({ parentRef }) => parentRef === folder?.uid)
    ? stateForAdding(folder)
    : 'hidden';
}

export const duplicateAction: Action = {
  id: 'duplicate',
  label: 'actions.duplicate',
  icon: CopyPlus,
  group: 'organize',
  stateFor,
  async run({ documents, folder, ...context }) {
    const { relocateDocuments } = await import('./relocate.ts');
    if (folder) await relocateDocuments({ documents, target: folder, copy: true }, context);
  },
};
