import { defineOperation, required } from '../../automation/define.ts';
import { expectBlob, getVariable } from '../../automation/variables.ts';

export const restoreBlobInputOperation = defineOperation({
  id: 'Context.RestoreBlobInput',
  label: 'Restore File Input',
  category: 'Execution Context',
  description: 'Answers the file that a variable holds.',
  params: { name: required('string', 'The name of the variable.') },
  methods: [
    {
      input: 'void',
      output: 'blob',
      run: (context, _input, { name }) => expectBlob(context, getVariable(context, name), name),
    },
  ],
});
