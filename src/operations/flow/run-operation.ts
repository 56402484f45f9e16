import { defineOperation } from '../../automation/define.ts';
import { subRunParameters } from '../parts/sub-run-parameters.ts';

export const runOperationOperation = defineOperation({
  id: 'RunOperation',
  aliases: ['Context.RunOperation'],
  label: 'Run Chain',
  category: 'Execution Flow',
  description:
    'Runs an operation or chain on the input. Its result is discarded, and the input is returned.',
  params: {
    id: subRunParameters.id,
    isolate: subRunParameters.sharing,
    parameters: subRunParameters.parameters,
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { id, isolate, parameters }) {
        await context.run(id, { input: context.input, params: parameters, isolates: isolate });
        return undefined;
      },
    },
  ],
});
