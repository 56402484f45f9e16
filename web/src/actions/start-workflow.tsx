import { Workflow } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import { openDialog } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { Action } from './action.ts';

const StartWorkflowDialog = lazyPart(
  'overlay',
  async () => (await import('./start-workflow-dialog.tsx')).StartWorkflowDialog,
);

/** Asks which workflow is to be started on the documents. */
export function openStartWorkflow(documents: readonly Doc[]): void {
  openDialog((close) => <StartWorkflowDialog documents={documents} onClose={close} />);
}

export const startWorkflowAction: Action = {
  id: 'start-workflow',
  label: 'workflow.start',
  icon: Workflow,
  group: 'share',
  stateFor({ documents }) {
    const isPossible =
      documents.length > 0 &&
      documents.every(
        ({ isVersion, isProxy, isTrashed, facets }) =>
          !isVersion && !isProxy && !isTrashed && !facets.includes('Folderish'),
      );
    return isPossible ? 'ready' : 'hidden';
  },
  run: ({ documents }) => openStartWorkflow(documents),
};
