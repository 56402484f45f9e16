import { defineOperation, optional, required } from '../../automation/define.ts';
import { runRowQuery } from '../../repository/search/run-provider.ts';
import { recordSet, searchRequest, sortParameters } from '../parts/search-parameters.ts';

export const queryRowsOperation = defineOperation({
  id: 'Repository.ResultSetQuery',
  aliases: ['ResultSet.PaginatedQuery'],
  label: 'ResultSet Query',
  category: 'Fetch',
  since: '6.0',
  description:
    'Returns a page of the rows that a query selects, each with its columns, from documents that the caller may browse.',
  readsOnly: true,
  params: {
    query: required('string', 'The query, which selects the columns.'),
    currentPageIndex: optional('integer', 'The page, counted from 0.'),
    language: optional('string', 'The query language; only NXQL is available.', {
      values: ['NXQL', 'CMIS'],
      widget: 'Option',
    }),
    maxResults: optional('integer', 'How far rows are counted.'),
    namedParameters: optional('properties', 'Values for the named parameters of the query.'),
    pageSize: optional('integer', 'Rows of a page; as many as it may hold by default.'),
    queryParams: optional('stringlist', 'Values for the question marks of the query, in order.'),
    ...sortParameters('query'),
  },
  methods: [
    {
      input: 'void',
      output: 'recordset',
      async run(context, _input, params) {
        const call = { text: params.query, request: searchRequest(params) };
        const found = await context.readBounded((unit) => runRowQuery(unit, call));
        return recordSet(found);
      },
    },
  ],
});
