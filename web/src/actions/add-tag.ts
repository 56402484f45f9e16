import { Tag } from 'lucide-react';
import type { Action, ActionState, ActionTarget } from './action.ts';
import { stateForAllReading } from './permissions.ts';

/** The server tags the document behind a proxy only. */
function stateFor({ documents }: ActionTarget): ActionState {
  const isPossible = documents.every((each) => !each.isProxy && !each.isTrashed);
  return documents.length > 0 && isPossible ? 'ready' : 'hidden';
}

export const addTagAction: Action = {
  id: 'add-tag',
  label: 'actions.addTag',
  icon: Tag,
  group: 'organize',
  stateFor,
  stateForWhole: stateForAllReading,
  run: async (context) => (await import('./tag-dialog.tsx')).openTagDialog(context),
};
