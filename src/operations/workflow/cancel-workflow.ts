import { defineOperation, required } from '../../automation/define.ts';
import { cancelWorkflowIn } from '../../workflow/manage-workflow.ts';

export const cancelWorkflowOperation = defineOperation({
  id: 'WorkflowInstance.Cancel',
  aliases: ['Context.CancelWorkflow'],
  label: 'Cancel workflow',
  category: 'Workflow Context',
  description: 'Cancels a workflow with its open tasks. The input is passed through.',
  requires: 'Workflow',
  params: { id: required('string', 'The id of the workflow.') },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { id }) {
        await cancelWorkflowIn(context, id);
        return undefined;
      },
    },
  ],
});
