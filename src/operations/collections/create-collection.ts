import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { createDocument } from '../../repository/editing/create-document.ts';
import { nameFromTitle } from '../../repository/editing/imported-file.ts';
import { loadCollectionsFolder } from '../parts/personal-collections.ts';

interface NewCollection {
  readonly name: string;
  readonly description: string | null;
}

export const createCollectionOperation = defineOperation({
  id: 'Collection.Create',
  aliases: ['Collection.CreateCollection'],
  label: 'Create a collection',
  category: 'Document',
  description:
    'Creates a collection below the input document, or without one in the folder Collections of the personal workspace of the caller, which is created with the first one.',
  params: {
    name: required('string', 'The title of the collection.'),
    description: optional('string', 'Its description.'),
  },
  methods: [
    {
      input: 'void',
      output: 'document',
      async run(context, _input, given) {
        requireTitle(given);
        return createCollection(context, await loadCollectionsFolder(context), given);
      },
    },
    { input: 'document', output: 'document', run: createCollection },
  ],
});

function requireTitle({ name }: NewCollection): void {
  if (name.trim() !== '') return;
  throw new AppError('operation.parameter-invalid', 'name: the title of a collection is not blank');
}

async function createCollection(
  context: OperationContext,
  parent: WorkingDocument,
  given: NewCollection,
): Promise<WorkingDocument> {
  requireTitle(given);
  const { name: title, description } = given;
  return context.write((unit) =>
    createDocument(unit, {
      parentId: parent.id,
      name: nameFromTitle(title),
      type: 'Collection',
      properties: {
        'dc:title': title,
        ...(description === null ? {} : { 'dc:description': description }),
      },
    }),
  );
}
