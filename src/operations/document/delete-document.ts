import { defineOperation } from '../../automation/define.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';

export const deleteDocumentOperation = defineOperation({
  id: 'Document.Delete',
  label: 'Delete',
  category: 'Document',
  description:
    'Removes the input document for good, with everything below it; it does not go to the trash.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) =>
        context.write(async (unit) => {
          // A list may have a folder and its content, which is removed with the folder.
          const present = await findDocument(unit, { id });
          if (present) await removeDocument(unit, id);
          return null;
        }),
    },
  ],
});
