import { defineOperation } from '../../automation/define.ts';
import { lockDocument } from '../../repository/editing/locks.ts';

export const lockDocumentOperation = defineOperation({
  id: 'Document.Lock',
  label: 'Lock',
  category: 'Document',
  description:
    'Locks the input document for the caller, so that no other user can change it until it is unlocked.',
  isRepeatable: true,
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id }) => context.write((unit) => lockDocument(unit, id)),
    },
  ],
});
