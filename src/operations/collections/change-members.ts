import {
  defineOperation,
  type Operation,
  type ParamDefinitions,
  type ParamValues,
  required,
} from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { addToCollection, removeFromCollection } from '../../repository/collections/collections.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { loadFavorites } from '../parts/personal-collections.ts';

interface MembersChange<P extends ParamDefinitions> {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly label: string;
  readonly description: string;
  readonly params: P;
  collectionOf(context: OperationContext, params: ParamValues<P>): Promise<Document>;
  change(
    unit: WriteUnit,
    change: { readonly collectionId: DocumentId; readonly documents: readonly Document[] },
  ): Promise<void>;
}

/** All documents of a list are added or removed together. */
function changingMembers<const P extends ParamDefinitions>(
  definition: MembersChange<P>,
): Operation {
  const { change, collectionOf, ...told } = definition;
  const run = async (
    context: OperationContext,
    documents: readonly Document[],
    params: ParamValues<P>,
  ): Promise<void> => {
    const { id: collectionId } = await collectionOf(context, params);
    await context.write((unit) => change(unit, { collectionId, documents }));
  };
  return defineOperation({
    ...told,
    category: 'Document',
    methods: [
      {
        input: 'document',
        output: 'document',
        async run(context, document, params) {
          await run(context, [document], params);
          return document;
        },
      },
      {
        input: 'documents',
        output: 'documents',
        async run(context, documents, params) {
          if (documents.length > 0) await run(context, documents, params);
          return documents;
        },
      },
    ],
  });
}

export const addToCollectionOperation = changingMembers({
  id: 'Document.AddToCollection',
  aliases: ['Collection.AddToCollection'],
  label: 'Add document to collection',
  description:
    'Adds the input documents to a collection, behind its members. It needs the permission WriteProperties on the collection, and Read on the documents, which do not change. Members stay where they are.',
  params: { collection: required('document', 'The collection.') },
  collectionOf: async (_context, { collection }) => collection,
  change: addToCollection,
});

export const removeFromCollectionOperation = changingMembers({
  id: 'Collection.RemoveFromCollection',
  label: 'Remove from collection',
  description:
    'Removes the input documents from a collection, which needs the permission WriteProperties on it. Documents that are no members are ignored.',
  params: { collection: required('document', 'The collection.') },
  collectionOf: async (_context, { collection }) => collection,
  change: removeFromCollection,
});

export const addToFavoritesOperation = changingMembers({
  id: 'Document.AddToFavorites',
  aliases: ['Collection.AddToFavorites'],
  label: 'Add document to favorites',
  description:
    'Adds the input documents to the favorites of the caller, which are created with the first ones.',
  params: {},
  collectionOf: loadFavorites,
  change: addToCollection,
});

export const removeFromFavoritesOperation = changingMembers({
  id: 'Document.RemoveFromFavorites',
  aliases: ['Collection.RemoveFromFavorites'],
  label: 'Remove from favorites',
  description: 'Removes the input documents from the favorites of the caller.',
  params: {},
  collectionOf: loadFavorites,
  change: removeFromCollection,
});
