import { defineOperation, required } from '../../automation/define.ts';
import { emptyTrash } from '../../repository/editing/empty-trash.ts';

export const emptyTrashOperation = defineOperation({
  id: 'Document.EmptyTrash',
  label: 'Empty Trash',
  category: 'Document',
  description:
    'Permanently removes the documents directly in the trash of a folder, except those that the caller may not remove or that another user has locked.',
  params: { parent: required('document', 'The folder.') },
  methods: [
    {
      input: 'void',
      output: 'void',
      run: (context, _input, { parent }) =>
        context.write(async (unit) => {
          await emptyTrash(unit, parent.id);
          return undefined;
        }),
    },
  ],
});
