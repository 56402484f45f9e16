import { defineOperation, withDefault } from '../../automation/define.ts';
import { removeProxiesOf } from '../../repository/editing/publishing.ts';

export const removeProxiesOperation = defineOperation({
  id: 'Document.RemoveProxies',
  aliases: ['Document.RemoveProxies'],
  label: 'Remove Document Proxies',
  category: 'Document',
  description: 'Removes every proxy that shows the input document or one of its versions.',
  params: {
    save: withDefault('boolean', true, {
      description: 'Has no effect: all changes are stored together at the end.',
      values: ['true'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document) {
        await context.write((unit) => removeProxiesOf(unit, document.id));
        return document;
      },
    },
  ],
});
