import { defineOperation, required } from '../../automation/define.ts';
import { expectBlobs } from '../../automation/variables.ts';
import { decodeEntities } from '../parts/script-text.ts';

export const restoreBlobsInputFromScriptOperation = defineOperation({
  id: 'Context.RestoreBlobsInputFromScript',
  label: 'Restore input blobs from a script',
  category: 'Execution Context',
  description: 'Answers the files that an expression yields.',
  params: { script: required('string', 'The expression.', { widget: 'TextArea' }) },
  methods: [
    {
      input: 'void',
      output: 'bloblist',
      async run(context, _input, { script }) {
        const value = await context.evaluate(decodeEntities(script));
        return expectBlobs(context, value, 'script');
      },
    },
  ],
});
