import { defineOperation } from '../../automation/define.ts';

export const fetchContextDocumentOperation = defineOperation({
  id: 'Context.FetchDocument',
  label: 'Context Document(s)',
  category: 'Fetch',
  description: 'Returns the input document or documents as they are.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: async (_context, document) => document,
    },
  ],
});
