import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { DocumentList } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { isCollection, nameInMessages } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { emptyRequest, type ProviderRequest } from '../../repository/search/provider-request.ts';
import { runProvider } from '../../repository/search/run-provider.ts';
import { jsonBlob } from '../parts/json-blob.ts';
import { loadFavorites } from '../parts/personal-collections.ts';
import { openDocumentList } from '../parts/search-parameters.ts';

const collectionsProvider = 'default_collection';
const membersProvider = 'default_content_collection';

function openProvider(
  context: OperationContext,
  name: string,
  request: Partial<ProviderRequest>,
): Promise<DocumentList> {
  const provider = context.pageProviders.get(name);
  return openDocumentList({ ...emptyRequest, ...request }, (each) =>
    context.readBounded((unit) => runProvider(unit, { provider, request: each })),
  );
}

export const getCollectionsOperation = defineOperation({
  id: 'User.GetCollections',
  aliases: ['Collection.GetCollections'],
  label: 'Get collections',
  category: 'Document',
  description:
    'Returns a page of the collections whose titles begin with a text and that the caller may browse, sorted by title.',
  params: {
    searchTerm: required('string', 'The beginning of the titles; % stands for any characters.'),
  },
  methods: [
    {
      input: 'void',
      output: 'documents',
      run: (context, _input, { searchTerm }) =>
        openProvider(context, collectionsProvider, { positional: [searchTerm] }),
    },
  ],
});

export const getDocumentsFromCollectionOperation = defineOperation({
  id: 'Collection.GetDocumentsFromCollection',
  label: 'Get documents from collection',
  category: 'Document',
  description:
    'Returns a page of the members of the input collection that the caller may browse, sorted by title.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'documents',
      async run(context, document) {
        if (!isCollection(document)) {
          const name = nameInMessages(document);
          throw new AppError('request.invalid', `Document ${name} is not a collection`);
        }
        const { id } = document.proxyTarget ?? document;
        return openProvider(context, membersProvider, { positional: [id] });
      },
    },
  ],
});

export const getFavoriteDocumentsOperation = defineOperation({
  id: 'Favorite.GetDocuments',
  aliases: ['Collection.GetElementsInFavorite'],
  label: 'Get documents from favorites',
  category: 'Document',
  description:
    'Returns a page of the favorites of the caller, sorted by title. The input document is not used.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'documents',
      async run(context) {
        const { id } = await loadFavorites(context);
        return openProvider(context, membersProvider, { positional: [id] });
      },
    },
  ],
});

export const fetchFavoritesOperation = defineOperation({
  id: 'Favorite.Fetch',
  label: 'Fetch favorites root collection',
  category: 'Document',
  description:
    'Returns the collection with the favorites of the caller, which is created when it is requested first.',
  params: {},
  methods: [{ input: 'void', output: 'document', run: loadFavorites }],
});

/** Marks the entry of a collection that is to be created. */
const newCollectionId = '-999999';

export const suggestCollectionsOperation = defineOperation({
  id: 'Collection.Suggestion',
  label: 'Get collection suggestion',
  category: 'Services',
  description:
    'Returns a JSON array of the collections whose titles begin with a text. Those to which the caller may add documents have an id. Unless one has exactly that title, the first entry is for a new collection: its id is -999999 and the text.',
  params: {
    currentPageIndex: withDefault('integer', 0, { description: 'The page, counted from 0.' }),
    lang: optional('string', 'Sent by selection widgets and not used.'),
    pageSize: withDefault('integer', 20, { description: 'Collections of a page.' }),
    searchTerm: optional('string', 'The beginning of the titles; without any all collections.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { currentPageIndex, pageSize, searchTerm }) {
        if (currentPageIndex < 0) throw negative('currentPageIndex');
        if (pageSize < 1) throw negative('pageSize');
        const { items } = await openProvider(context, collectionsProvider, {
          positional: [searchTerm ?? ''],
          pageIndex: currentPageIndex,
          pageSize: Math.min(pageSize, limits.pageSizeMax),
        });
        const known = await context.read((unit) =>
          Promise.all(
            items.map(async (document) => {
              const question = { document, permission: 'WriteProperties' };
              return suggestion(document, await hasPermission(unit, question));
            }),
          ),
        );
        const isNew =
          searchTerm?.trim() && !known.some(({ displayLabel }) => displayLabel === searchTerm);
        const first = { displayLabel: searchTerm, id: `${newCollectionId}${searchTerm}` };
        return jsonBlob(isNew ? [first, ...known] : known);
      },
    },
  ],
});

function negative(name: string): AppError {
  return new AppError('operation.parameter-invalid', `${name}: is too small`);
}

function suggestion({ id, name, path, properties }: Document, isOpen: boolean) {
  const { 'dc:title': title, 'common:icon': icon } = properties;
  return {
    ...(isOpen && { id }),
    displayLabel: typeof title === 'string' ? title : name,
    ...(typeof icon === 'string' && { icon }),
    path,
  };
}
