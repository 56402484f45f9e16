import { CircleX } from 'lucide-react';
import type { Action, ActionState, ActionTarget } from './action.ts';
import { mayAll, stateForAllTrashed } from './permissions.ts';

/** Of what is in the trash, and of publications, which have no place there. */
function stateFor({ documents }: ActionTarget): ActionState {
  const isPossible = documents.every(({ isTrashed, isProxy }) => isTrashed || isProxy);
  if (!isPossible || !mayAll(documents, 'Remove')) return 'hidden';
  return documents.some((each) => each.isUnderRetentionOrLegalHold)
    ? { reason: 'actions.retained' }
    : 'ready';
}

export const deleteAction: Action = {
  id: 'delete',
  label: 'actions.delete',
  icon: CircleX,
  group: 'remove',
  keys: 'Delete',
  isDangerous: true,
  isProminent: true,
  stateFor,
  stateForWhole: stateForAllTrashed,
  run: async (context) =>
    context.whole
      ? (await import('./commands/whole-dialog.tsx')).askToDeleteWhole(context, context.whole)
      : (await import('./delete-dialog.tsx')).openDeleteDialog(context),
};
