import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { fromJson, type PropertyMap, type WorkingDocument } from '../../automation/values.ts';
import { startWorkflowIn } from '../../workflow/start-workflow.ts';

interface StartParams {
  readonly id: string;
  readonly start: boolean;
  readonly variables: PropertyMap | null;
}

export const startWorkflowOperation = defineOperation({
  id: 'Context.StartWorkflow',
  label: 'Start workflow',
  category: 'Workflow Context',
  description:
    'Starts a workflow on the input and returns the input. The id of the workflow is kept in the context variables WorkflowId and workflowInstanceId.',
  requires: 'Workflow',
  params: {
    id: required('string', 'The name of the model.'),
    start: withDefault('boolean', true, {
      description: 'False to store the workflow only; Workflow.ResumeNode starts it then.',
      values: ['true'],
    }),
    variables: optional('properties', 'Values of variables of the workflow.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, document, params) {
        await start(context, [document], params);
        return document;
      },
    },
    {
      input: 'documents',
      output: 'documents',
      async run(context, documents, params) {
        await start(context, documents, params);
        return documents;
      },
    },
  ],
});

async function start(
  context: OperationContext,
  documents: readonly WorkingDocument[],
  { id, start: starts, variables }: StartParams,
): Promise<void> {
  const instanceId = await startWorkflowIn(context, {
    modelName: id,
    documentIds: documents.map((document) => document.id),
    variables: new Map([...(variables ?? [])].map(([name, value]) => [name, fromJson(value)])),
    starts,
  });
  context.variables.set('WorkflowId', instanceId);
  context.variables.set('workflowInstanceId', instanceId);
}
