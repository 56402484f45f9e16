import { defineOperation, required } from '../../automation/define.ts';
import { expectBlob } from '../../automation/variables.ts';
import { decodeEntities } from '../parts/script-text.ts';

export const restoreBlobInputFromScriptOperation = defineOperation({
  id: 'Context.RestoreBlobInputFromScript',
  label: 'Restore input blob from a script',
  category: 'Execution Context',
  description: 'Answers the file that an expression yields.',
  params: { script: required('string', 'The expression.', { widget: 'TextArea' }) },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { script }) {
        const value = await context.evaluate(decodeEntities(script));
        return expectBlob(context, value, 'script');
      },
    },
  ],
});
