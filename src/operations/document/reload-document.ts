import { defineOperation } from '../../automation/define.ts';

export const reloadDocumentOperation = defineOperation({
  id: 'Document.Reload',
  label: 'Reset',
  category: 'Document',
  description:
    'Returns the input document as it is stored; changes that were not saved are dropped.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) => context.load({ id }),
    },
  ],
});
