import { defineOperation } from '../../automation/define.ts';
import { trashDocument } from '../../repository/editing/trash.ts';

export const trashDocumentOperation = defineOperation({
  id: 'Document.Trash',
  label: 'Trash',
  category: 'Document',
  description:
    'Puts the input document in the trash with everything below it. Proxies and versions are removed instead.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) => context.write((unit) => trashDocument(unit, id)),
    },
  ],
});
