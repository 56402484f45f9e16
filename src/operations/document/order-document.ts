import { defineOperation, optional } from '../../automation/define.ts';
import { orderChild } from '../../repository/editing/order-children.ts';

export const orderDocumentOperation = defineOperation({
  id: 'Document.Order',
  label: 'Order Document',
  category: 'Document',
  description: 'Puts the input document elsewhere among its siblings in an ordered folder.',
  since: '10.1',
  params: {
    before: optional('document', 'The sibling it is put before; without one it goes last.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { before }) {
        const beforeId = before?.id ?? null;
        await context.write((unit) => orderChild(unit, { id: document.id, beforeId }));
        return document;
      },
    },
  ],
});
