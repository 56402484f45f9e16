import { defineOperation, optional, required } from '../../automation/define.ts';
import { moveDocument } from '../../repository/editing/relocation.ts';

export const moveDocumentOperation = defineOperation({
  id: 'Document.Move',
  label: 'Move',
  category: 'Document',
  description: 'Moves the input document with everything below it to another folder.',
  params: {
    target: required('document', 'The folder it goes to.'),
    name: optional('string', 'Its name there; without one it keeps its own.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { target, name }) =>
        context.write((unit) =>
          moveDocument(unit, {
            id: document.id,
            targetId: target.id,
            name: name || null,
          }),
        ),
    },
  ],
});
