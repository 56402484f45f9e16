import { defineOperation } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { isDocument } from '../../automation/values.ts';
import { subRunOf, subRunParameters } from '../parts/sub-run-parameters.ts';

export const runDocumentOperationOperation = defineOperation({
  id: 'RunDocumentOperation',
  aliases: ['Context.RunDocumentOperation'],
  label: 'Run Document Chain',
  category: 'Execution Flow',
  description: 'Runs an operation or chain on the input document and returns its document.',
  params: {
    id: subRunParameters.id,
    isolate: subRunParameters.sharing,
    newTx: subRunParameters.newTransaction,
    parameters: subRunParameters.parameters,
    rollbackGlobalOnError: subRunParameters.rethrowing,
    timeout: subRunParameters.timeout,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, params) {
        const value = await context.run(params.id, { input: document, ...subRunOf(params) });
        if (value === null || isDocument(value)) return value;
        throw operationFailed(`${params.id} answers no document; use RunOperation for it`);
      },
    },
  ],
});
