import { defineOperation } from '../../automation/define.ts';
import { listAllChildren } from '../../repository/documents/children.ts';

export const getChildrenOperation = defineOperation({
  id: 'Document.GetChildren',
  label: 'Get Children',
  category: 'Document',
  description:
    'Returns all documents directly below the input document that the caller may read, those in the trash included.',
  readsOnly: true,
  params: {},
  methods: [
    {
      input: 'document',
      output: 'documents',
      loops: true,
      run: (context, { id }) => context.read((unit) => listAllChildren(unit, id)),
    },
  ],
});
