import { defineOperation, withDefault } from '../../automation/define.ts';
import { newTransactionOf, subRunParameters } from '../parts/sub-run-parameters.ts';

export const runDocumentOperationInNewTransactionOperation = defineOperation({
  id: 'Context.RunDocumentOperationInNewTx',
  label: 'Run Document Chain in new Tx',
  category: 'Execution Flow',
  description:
    'Commits what was done so far, and runs an operation or chain on the input in a transaction of its own. The input is passed through.',
  params: {
    id: subRunParameters.id,
    isolate: subRunParameters.sharing,
    parameters: subRunParameters.parameters,
    rollbackGlobalOnError: withDefault('boolean', false, {
      description: 'Whether a failure of the run ends the whole, rather than only being logged.',
      values: ['false'],
    }),
    timeout: subRunParameters.timeout,
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { id, isolate, parameters, ...transaction }) {
        await context.run(id, {
          input: context.input,
          params: parameters,
          isolates: isolate,
          newTransaction: newTransactionOf(transaction),
        });
        return undefined;
      },
    },
  ],
});
