import { defineOperation, optional, required } from '../../automation/define.ts';
import { setWorkflowVariableIn } from '../../workflow/manage-workflow.ts';
import { setNodeVariableIn } from '../../workflow/node-variables.ts';

const workflowVariables = 'WorkflowVariables';

export const setWorkflowVariableOperation = defineOperation({
  id: 'Context.SetWorkflowVar',
  label: 'Set Workflow Variable',
  category: 'Workflow Context',
  description: 'Sets a variable of a workflow. The input is passed through.',
  requires: 'Workflow',
  params: {
    name: required('string', 'The name of the variable.'),
    value: optional('object', 'The value; without one the variable is empty.'),
    workflowInstanceId: optional(
      'string',
      'The workflow; by default the context variable workflowInstanceId.',
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { name, value, workflowInstanceId }) {
        const { variables } = context;
        const present = variables.get(workflowVariables);
        if (present instanceof Map) {
          variables.set(workflowVariables, new Map(present).set(name, value));
        }
        const instanceId = workflowInstanceId ?? variables.get('workflowInstanceId');
        if (typeof instanceId === 'string' && instanceId !== '') {
          await setWorkflowVariableIn(context, { instanceId, name, value });
        }
        return undefined;
      },
    },
  ],
});

export const setNodeVariableOperation = defineOperation({
  id: 'Workflow.SetNodeVariable',
  aliases: ['Context.SetWorkflowNodeVar'],
  label: 'Set Node Variable',
  category: 'Workflow Context',
  description:
    'Sets a variable of the node within which the chain runs; does nothing elsewhere. The input is passed through.',
  requires: 'Workflow',
  params: {
    name: required('string', 'The name of the variable.'),
    value: optional('object', 'The value; without one the variable is empty.'),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { name, value }) {
        const { variables } = context;
        const present = variables.get('NodeVariables');
        if (!(present instanceof Map)) return undefined;
        variables.set('NodeVariables', new Map(present).set(name, value));
        await setNodeVariableIn(context, { name, value });
        return undefined;
      },
    },
  ],
});
