import { Sheet } from 'lucide-react';
import type { Action } from './action.ts';
import { stateForAllReading } from './permissions.ts';

export const exportCsvAction: Action = {
  id: 'export-csv',
  label: 'actions.exportCsv',
  icon: Sheet,
  group: 'share',
  stateFor: ({ documents }) => (documents.length > 1 ? 'ready' : 'hidden'),
  stateForWhole: stateForAllReading,
  run: async (context) => (await import('./commands/export-csv.ts')).exportAsCsv(context),
};
