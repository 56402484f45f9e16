import { Workflow } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Doc } from '../api/types.ts';
import { openDialog } from '../ui/dialog.tsx';
import type { Action } from './action.ts';

const StartWorkflowDialog = lazy(async () => ({
  default: (await import('./start-workflow-dialog.tsx')).StartWorkflowDialog,
}));

/** Asks which workflow is to be started on the documents. */
export function openStartWorkflow(documents: readonly Doc[]): void {
  openDialog((close) => (
    <Suspense>
      <StartWorkflowDialog documents={documents} onClose={close} />
    </Suspense>
  ));
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
