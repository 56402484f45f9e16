import { defineOperation, required } from '../../automation/define.ts';
import { setVariable } from '../../automation/variables.ts';

export const setInputAsVariableOperation = defineOperation({
  id: 'Context.SetInputAsVar',
  label: 'Set Context Variable From Input',
  category: 'Execution Context',
  description: 'Keeps the input under a name for the steps that follow, and passes it through.',
  params: { name: required('string', 'The name of the variable.') },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, input, { name }) {
        setVariable(context, name, input);
        return undefined;
      },
    },
  ],
});
