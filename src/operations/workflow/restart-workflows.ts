import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { restartWorkflowsIn } from '../../workflow/restart-workflows.ts';

export const restartWorkflowsOperation = defineOperation({
  id: 'WorkflowModel.BulkRestartInstances',
  aliases: ['BulkRestartWorkflow'],
  label: 'Bulk Restart Workflow',
  category: 'Workflow Context',
  description:
    'Cancels the running workflows of a model and starts new ones on their documents, each in a transaction of its own, for administrators and power users. The input is passed through.',
  params: {
    workflowId: required('string', 'The name of the model.'),
    batchSize: optional('integer', 'Accepted for existing clients; each workflow is committed.'),
    nodeId: optional('string', 'Only those that wait at this node.'),
    reinitLifecycle: withDefault('boolean', false, {
      description: 'Whether the documents go back to the first state of their life cycle.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { workflowId, nodeId, reinitLifecycle }) {
        await restartWorkflowsIn(context, {
          modelName: workflowId,
          nodeId,
          resetsStates: reinitLifecycle,
        });
        return undefined;
      },
    },
  ],
});
