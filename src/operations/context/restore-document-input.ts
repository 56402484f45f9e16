import { defineOperation, required } from '../../automation/define.ts';
import { expectDocument, getVariable } from '../../automation/variables.ts';

export const restoreDocumentInputOperation = defineOperation({
  id: 'Context.RestoreDocumentInput',
  label: 'Restore Document Input',
  category: 'Execution Context',
  description: 'Answers the document that a variable holds, as it is stored now.',
  params: { name: required('string', 'The name of the variable.') },
  methods: [
    {
      input: 'void',
      output: 'document',
      run: (context, _input, { name }) => expectDocument(context, getVariable(context, name), name),
    },
  ],
});
