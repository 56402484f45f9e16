import { FileText } from 'lucide-react';
import type { Action } from './action.ts';

export const printAction: Action = {
  id: 'print',
  label: 'actions.print',
  icon: FileText,
  group: 'share',
  stateFor: ({ documents: { length } }) => (length === 1 ? 'ready' : 'hidden'),
  run: async (context) => (await import('./printing.ts')).printRecord(context),
};
