import { Trash2 } from 'lucide-react';
import type { Action, ActionTarget } from './action.ts';
import { stateForAllLeaving, stateForLeaving } from './permissions.ts';

/** Proxies and versions have no place in the trash: the server would remove them for good. */
const stateFor = (target: ActionTarget) =>
  target.documents.some(({ isProxy, isTrashed }) => isProxy || isTrashed)
    ? 'hidden'
    : stateForLeaving(target);

export const trashAction: Action = {
  id: 'trash',
  label: 'actions.trash',
  icon: Trash2,
  group: 'remove',
  keys: 'Delete',
  isDangerous: true,
  isProminent: true,
  stateFor,
  stateForWhole: stateForAllLeaving,
  run: async (context) =>
    context.whole
      ? (await import('./commands/trash-whole.ts')).trashWhole(context, context.whole)
      : (await import('./trashing.ts')).trashWithUndo(context),
};
