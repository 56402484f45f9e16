import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import type { ParameterMode } from '../../repository/query/bind-parameters.ts';
import { runQuery } from '../../repository/search/run-provider.ts';
import { openDocumentList, searchRequest, sortParameters } from '../parts/search-parameters.ts';

const everything = 'SELECT * FROM Document';

export const queryDocumentsOperation = defineOperation({
  id: 'Repository.Query',
  aliases: ['Document.Query'],
  label: 'Query',
  category: 'Fetch',
  since: '6.0',
  description:
    'Returns a page of the documents that a query finds and the caller may browse; every document without a query.',
  readsOnly: true,
  params: {
    currentPageIndex: optional('integer', 'The page, counted from 0.', { aliases: ['page'] }),
    escapePatternParameters: withDefault('boolean', true, {
      description: 'Whether quotes in positional parameters are escaped.',
    }),
    language: optional('string', 'The query language, which is NXQL.', {
      values: ['NXQL'],
      widget: 'Option',
    }),
    maxResults: optional('integer', 'How far matches are counted.'),
    namedParameters: optional('properties', 'Values for the named parameters of the query.'),
    pageSize: optional('integer', 'Documents of a page; as many as it may hold by default.'),
    query: optional('string', 'The query.'),
    queryParams: optional('stringlist', 'Values for the question marks of the query, in order.', {
      aliases: ['searchTerm'],
    }),
    quotePatternParameters: withDefault('boolean', true, {
      description:
        'Whether positional parameters become string literals; otherwise the query has the quotes.',
    }),
    ...sortParameters('query'),
  },
  methods: [
    {
      input: 'void',
      output: 'documents',
      async run(context, _input, params) {
        const text = params.query?.trim() ? params.query : everything;
        const mode = modeOf(params);
        return openDocumentList(searchRequest(params), (request) =>
          context.readBounded((unit) => runQuery(unit, { text, request, mode })),
        );
      },
    },
  ],
});

function modeOf(params: {
  readonly quotePatternParameters: boolean;
  readonly escapePatternParameters: boolean;
}): ParameterMode {
  if (params.quotePatternParameters) return 'quoted';
  return params.escapePatternParameters ? 'escaped' : 'raw';
}
