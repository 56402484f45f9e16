import { defineOperation, required } from '../../automation/define.ts';
import { expectDocuments, getVariable } from '../../automation/variables.ts';

export const restoreDocumentsInputOperation = defineOperation({
  id: 'Context.RestoreDocumentsInput',
  label: 'Restore Documents Input',
  category: 'Execution Context',
  description: 'Answers the documents that a variable holds, as they are stored now.',
  params: { name: required('string', 'The name of the variable.') },
  methods: [
    {
      input: 'void',
      output: 'documents',
      run: (context, _input, { name }) =>
        expectDocuments(context, getVariable(context, name), name),
    },
  ],
});
