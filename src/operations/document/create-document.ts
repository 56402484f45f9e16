import { defineOperation, optional, required } from '../../automation/define.ts';
import { createDocument } from '../../repository/editing/create-document.ts';

const nameOfUnnamed = 'Untitled';

export const createDocumentOperation = defineOperation({
  id: 'Document.Create',
  label: 'Create',
  category: 'Document',
  description: 'Creates a document below the input document and returns it.',
  isRepeatable: true,
  params: {
    type: required('string', 'The type of the new document.'),
    name: optional(
      'string',
      `Its name, to which a suffix is added where it is taken; ${nameOfUnnamed} if it is not given.`,
    ),
    properties: optional('properties', 'The properties it starts with.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, parent, { type, name, properties: pairs }) {
        const shape = context.repository.model.shapeOf(type);
        const properties = pairs ? await context.readProperties(pairs, { shape }) : {};
        return context.write((unit) =>
          createDocument(unit, {
            parentId: parent.id,
            name: name || nameOfUnnamed,
            type,
            properties,
          }),
        );
      },
    },
  ],
});
