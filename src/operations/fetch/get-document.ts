import { defineOperation, required } from '../../automation/define.ts';

export const getDocumentOperation = defineOperation({
  id: 'Repository.GetDocument',
  aliases: ['Document.Fetch'],
  label: 'Document',
  category: 'Fetch',
  description: 'Returns the document that an id or an absolute path names.',
  readsOnly: true,
  params: { value: required('document', 'The id or absolute path of the document.') },
  methods: [
    {
      input: 'void',
      output: 'document',
      run: async (_context, _input, { value }) => value,
    },
  ],
});
