import { defineOperation, required } from '../../automation/define.ts';
import { expectDocument } from '../../automation/variables.ts';
import { decodeEntities } from '../parts/script-text.ts';

export const restoreDocumentInputFromScriptOperation = defineOperation({
  id: 'Context.RestoreDocumentInputFromScript',
  label: 'Restore input document from a script',
  category: 'Execution Context',
  description: 'Answers the document that an expression yields.',
  params: { script: required('string', 'The expression.', { widget: 'TextArea' }) },
  methods: [
    {
      input: 'void',
      output: 'document',
      async run(context, _input, { script }) {
        const value = await context.evaluate(decodeEntities(script));
        return expectDocument(context, value, 'script');
      },
    },
  ],
});
