import { PencilLine } from 'lucide-react';
import type { Action, ActionTarget } from './action.ts';
import { stateForChange } from './permissions.ts';

const stateFor = (target: ActionTarget) =>
  target.documents.length === 1 ? stateForChange(target, 'WriteProperties') : 'hidden';

export const renameAction: Action = {
  id: 'rename',
  label: 'actions.rename',
  icon: PencilLine,
  group: 'edit',
  keys: 'F2',
  isProminent: true,
  stateFor,
  run: async (context) => (await import('./rename-dialog.tsx')).openRenameDialog(context),
};
