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
  async run(context) {
    const { renameInPlace, documents } = context;
    const [document] = documents;
    if (renameInPlace && document) afterMenus(() => renameInPlace(document));
    else (await import('./rename-dialog.tsx')).openRenameDialog(context);
  },
};

/** Menus give the focus back after what was chosen in them has begun. */
function afterMenus(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
