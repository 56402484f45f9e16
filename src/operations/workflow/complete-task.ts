import { defineOperation, optional } from '../../automation/define.ts';
import { fromJson, type PropertyMap, type ValueMap } from '../../automation/values.ts';
import { completeTaskIn } from '../../workflow/complete-task.ts';

export const completeTaskOperation = defineOperation({
  id: 'WorkflowTask.Complete',
  aliases: ['Workflow.CompleteTaskOperation'],
  label: 'Complete task',
  category: 'Workflow Context',
  description: 'Ends the task whose document is the input, and returns that document.',
  requires: 'Workflow',
  params: {
    comment: optional('string', 'Added to the comments of the task.'),
    nodeVariables: optional('properties', 'Values of variables of the node.'),
    status: optional('string', 'The name of the button.'),
    workflowVariables: optional(
      'properties',
      'Values of variables of the workflow that the node exposes.',
    ),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, { id }, { comment, nodeVariables, status, workflowVariables }) {
        await completeTaskIn(context, {
          taskId: id,
          action: status,
          comment,
          nodeVariables: valuesOf(nodeVariables),
          workflowVariables: valuesOf(workflowVariables),
        });
        return context.load({ id });
      },
    },
  ],
});

function valuesOf(given: PropertyMap | null): ValueMap {
  return new Map([...(given ?? [])].map(([name, value]) => [name, fromJson(value)]));
}
