import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { runRowProvider } from '../../repository/search/run-provider.ts';
import {
  countLimitOf,
  recordSet,
  searchRequest,
  sortParameters,
} from '../parts/search-parameters.ts';

export const runRowPageProviderOperation = defineOperation({
  id: 'Repository.ResultSetPageProvider',
  aliases: ['Resultset.PageProvider'],
  label: 'QueryAndFetch',
  category: 'Fetch',
  description:
    'Returns a page of the rows that a page provider selects, each with its columns, from documents that the caller may browse.',
  readsOnly: true,
  params: {
    currentPageIndex: optional('integer', 'The page, counted from 0.', { aliases: ['page'] }),
    language: optional('string', 'The query language; only NXQL is available.', {
      values: ['NXQL', 'CMIS'],
      widget: 'Option',
    }),
    maxResults: withDefault('string', '100', {
      description: 'How far rows are counted: a number, PAGE_SIZE or DEFAULT_NAVIGATION_RESULTS.',
    }),
    namedParameters: optional('properties', 'Values for named parameters and search fields.'),
    pageSize: optional('integer', 'Rows of a page; what the provider says by default.'),
    providerName: optional('string', 'The name of the page provider.'),
    queryParams: optional('stringlist', 'Values for the question marks, in order.'),
    ...sortParameters('provider'),
  },
  methods: [
    {
      input: 'void',
      output: 'recordset',
      async run(context, _input, params) {
        if (!params.providerName) {
          throw operationFailed('providerName: give the name of a page provider');
        }
        const provider = context.pageProviders.get(params.providerName);
        const pageSize = params.pageSize ?? provider.pageSize;
        const maxResults = countLimitOf(params.maxResults, pageSize);
        const call = { provider, request: searchRequest({ ...params, maxResults }) };
        const found = await context.readBounded((unit) => runRowProvider(unit, call));
        return recordSet(found);
      },
    },
  ],
});
