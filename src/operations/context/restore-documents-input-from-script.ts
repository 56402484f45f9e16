import { defineOperation, required } from '../../automation/define.ts';
import { expectDocuments } from '../../automation/variables.ts';
import { decodeEntities } from '../parts/script-text.ts';

export const restoreDocumentsInputFromScriptOperation = defineOperation({
  id: 'Context.RestoreDocumentsInputFromScript',
  label: 'Restore input documents from a script',
  category: 'Execution Context',
  description: 'Answers the documents that an expression yields.',
  params: { script: required('string', 'The expression.', { widget: 'TextArea' }) },
  methods: [
    {
      input: 'void',
      output: 'documents',
      async run(context, _input, { script }) {
        const value = await context.evaluate(decodeEntities(script));
        return expectDocuments(context, value, 'script');
      },
    },
  ],
});
