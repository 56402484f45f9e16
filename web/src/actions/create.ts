import { FilePlus } from 'lucide-react';
import { typesFor } from '../documents/subtypes.ts';
import type { Action, ActionTarget } from './action.ts';
import { stateForAdding } from './permissions.ts';

const stateFor = ({ folder }: ActionTarget) =>
  folder && typesFor(folder).length > 0 ? stateForAdding(folder) : 'hidden';

export const createAction: Action = {
  id: 'create',
  label: 'actions.create',
  icon: FilePlus,
  group: 'create',
  keys: 'n',
  stateFor,
  run: async (context) => (await import('./create-dialog.tsx')).openCreateDialog(context),
};
