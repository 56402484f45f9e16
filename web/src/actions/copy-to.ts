import { Files } from 'lucide-react';
import type { Action } from './action.ts';
import { stateForAllReading, stateForCopying } from './permissions.ts';

export const copyToAction: Action = {
  id: 'copy-to',
  label: 'actions.copyTo',
  icon: Files,
  group: 'organize',
  isProminent: true,
  stateFor: stateForCopying,
  stateForWhole: stateForAllReading,
  run: async (context) =>
    (await import('./folder-dialog.tsx')).openFolderDialog(context, { copy: true }),
};
