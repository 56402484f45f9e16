import { defineOperation } from '../../automation/define.ts';
import { unlockDocument } from '../../repository/editing/locks.ts';

export const unlockDocumentOperation = defineOperation({
  id: 'Document.Unlock',
  label: 'Unlock',
  category: 'Document',
  description:
    'Removes the lock of the input document; the lock of another user needs the permission Unlock.',
  isRepeatable: true,
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) => context.write((unit) => unlockDocument(unit, id)),
    },
  ],
});
