import { defineOperation, required } from '../../automation/define.ts';
import { expectBlobs, getVariable } from '../../automation/variables.ts';

export const restoreBlobsInputOperation = defineOperation({
  id: 'Context.RestoreBlobsInput',
  label: 'Restore Files Input',
  category: 'Execution Context',
  description: 'Answers the files that a variable holds; a single file makes a list of one.',
  params: { name: required('string', 'The name of the variable.') },
  methods: [
    {
      input: 'void',
      output: 'bloblist',
      run: (context, _input, { name }) => expectBlobs(context, getVariable(context, name), name),
    },
  ],
});
