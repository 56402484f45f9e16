import { defineOperation, optional, required } from '../../automation/define.ts';
import { runProvider } from '../../repository/search/run-provider.ts';
import { openDocumentList, searchRequest, sortParameters } from '../parts/search-parameters.ts';

export const runPageProviderOperation = defineOperation({
  id: 'Repository.PageProvider',
  aliases: ['Document.PageProvider'],
  label: 'PageProvider',
  category: 'Fetch',
  description:
    'Returns a page of the documents that a page provider finds and the caller may browse, with its aggregates and quick filters.',
  readsOnly: true,
  params: {
    providerName: required('string', 'The name of the page provider.'),
    currentPageIndex: optional('integer', 'The page, counted from 0.', { aliases: ['page'] }),
    documentLinkBuilder: optional('string', 'Taken for older clients and not used.'),
    highlights: optional('stringlist', 'The fields in which found words are to be marked.'),
    language: optional('string', 'The query language, which is NXQL.', {
      values: ['NXQL'],
      widget: 'Option',
    }),
    namedParameters: optional('properties', 'Values for named parameters and search fields.'),
    offset: optional('integer', 'Documents to skip; takes the place of the page.'),
    pageSize: optional('integer', 'Documents of a page; what the provider says by default.'),
    queryParams: optional('stringlist', 'Values for the question marks, in order.', {
      aliases: ['searchTerm'],
    }),
    quickFilters: optional('stringlist', 'The names of the quick filters to switch on.'),
    ...sortParameters('provider'),
  },
  methods: [
    {
      input: 'void',
      output: 'documents',
      async run(context, _input, params) {
        const provider = context.pageProviders.get(params.providerName);
        return openDocumentList(searchRequest(params), (request) =>
          context.readBounded((unit) => runProvider(unit, { provider, request })),
        );
      },
    },
  ],
});
