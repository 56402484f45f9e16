import { defineOperation } from '../../automation/define.ts';
import { saveChanges } from '../../automation/working-documents.ts';

export const saveDocumentOperation = defineOperation({
  id: 'Document.Save',
  label: 'Save',
  category: 'Document',
  description:
    'Stores the changes that the input document carries, such as those of operations that were told not to save.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document) => saveChanges(context, document, { changes: {}, saves: true }),
    },
  ],
});
