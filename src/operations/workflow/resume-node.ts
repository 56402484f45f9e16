import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { resumeNodeIn } from '../../workflow/manage-workflow.ts';

export const resumeNodeOperation = defineOperation({
  id: 'Workflow.ResumeNode',
  aliases: ['Workflow.ResumeNodeOperation'],
  label: 'Resume workflow',
  category: 'Workflow Context',
  description:
    'Continues a workflow after a node that waits; its open tasks are cancelled. The input is passed through.',
  requires: 'Workflow',
  params: {
    nodeId: optional('string', 'The node; by default the context variable nodeId.'),
    workflowInstanceId: optional(
      'string',
      'The workflow; by default the context variable workflowInstanceId.',
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { nodeId, workflowInstanceId }) {
        const instanceId = workflowInstanceId ?? textVariable(context, 'workflowInstanceId');
        if (instanceId === null) throw operationFailed('workflowInstanceId: name the workflow');
        await resumeNodeIn(context, {
          instanceId,
          nodeId: nodeId ?? textVariable(context, 'nodeId'),
        });
        return undefined;
      },
    },
  ],
});

function textVariable({ variables }: OperationContext, name: string): string | null {
  const value = variables.get(name);
  return typeof value === 'string' && value !== '' ? value : null;
}
