import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { findOpenTasks } from '../../repository/workflow/find-open-tasks.ts';

interface TaskFilter {
  readonly nodeId: string | null;
  readonly processId: string | null;
  readonly username: string | null;
}

export const getOpenTasksOperation = defineOperation({
  id: 'Workflow.GetOpenTasks',
  aliases: ['Context.GetOpenTasks'],
  label: 'Get open tasks',
  category: 'Workflow Context',
  description:
    'Returns the documents of the open tasks of the input that the caller may read: those of a user, or those of a node.',
  requires: 'Workflow',
  params: {
    nodeId: optional('string', 'A node, together with the workflow.'),
    processId: optional('string', 'The workflow of the node.', { aliases: ['workflowInstanceId'] }),
    username: optional('string', 'A user; by default of all users.'),
  },
  methods: [
    {
      input: 'document',
      output: 'documents',
      run: (context, document, filter) => find(context, [document], filter),
    },
    {
      input: 'documents',
      output: 'documents',
      run: find,
    },
  ],
});

function find(
  context: OperationContext,
  documents: readonly WorkingDocument[],
  { nodeId, processId, username }: TaskFilter,
): Promise<readonly WorkingDocument[]> {
  if ((nodeId === null) !== (processId === null)) {
    throw operationFailed('nodeId and processId: give both or none');
  }
  const documentIds = documents.map(({ id }) => id);
  const node = nodeId !== null && processId !== null ? { nodeId, instanceId: processId } : null;
  return context.read((unit) => findOpenTasks(unit, { documentIds, username, node }));
}
