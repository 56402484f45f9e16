import { defineOperation } from '../../automation/define.ts';
import { getSourceDocument } from '../../repository/editing/publishing.ts';

export const getSourceDocumentOperation = defineOperation({
  id: 'Proxy.GetSourceDocument',
  aliases: ['GetLiveDocument'],
  label: 'Get Live Document',
  category: 'Document',
  description:
    'Returns the live document that the input, a proxy or a version, comes from; a live document is returned unchanged.',
  readsOnly: true,
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) => context.read((unit) => getSourceDocument(unit, id)),
    },
  ],
});
