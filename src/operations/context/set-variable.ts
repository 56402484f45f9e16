import { defineOperation, optional, required } from '../../automation/define.ts';
import { setVariable } from '../../automation/variables.ts';

export const setVariableOperation = defineOperation({
  id: 'Context.SetVar',
  label: 'Set Context Variable',
  category: 'Execution Context',
  description: 'Keeps a value under a name for the steps that follow. The input is passed through.',
  params: {
    name: required('string', 'The name of the variable.'),
    value: optional('object', 'The value; without one the variable is empty.'),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { name, value }) {
        setVariable(context, name, value);
        return undefined;
      },
    },
  ],
});
