import { defineOperation, optional } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { LogEntryList } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import {
  type AuditProvider,
  type AuditProviderPage,
  defaultAuditProvider,
  findAuditProvider,
  runAuditProvider,
} from '../../repository/search/audit-providers.ts';
import { namesIn, searchRequest } from '../parts/search-parameters.ts';

export const queryAuditOperation = defineOperation({
  id: 'Audit.QueryWithPageProvider',
  aliases: ['Audit.PageProvider'],
  label: 'Audit Query With Page Provider',
  category: 'Fetch',
  access: 'administrator',
  description:
    'Returns a page of the entries of the audit that a page provider for them finds. Where others than administrators may call it, they see what happened to documents that they may read.',
  params: {
    currentPageIndex: optional('integer', 'The page, counted from 0.'),
    language: optional('string', 'Taken for older clients and not used.', {
      values: ['NXQL'],
      widget: 'Option',
    }),
    namedQueryParams: optional(
      'properties',
      'What to look for: startDate, endDate, principalName, eventIds and others of the provider.',
    ),
    pageSize: optional('integer', 'Entries of a page; 10 by default.'),
    providerName: optional(
      'string',
      `The name of the page provider; ${defaultAuditProvider} by default.`,
    ),
    query: optional(
      'string',
      'Refused: the audit has no query language, and is searched by page providers.',
    ),
    queryParams: optional('stringlist', 'The id of the document, for providers of a history.'),
    sortBy: optional('string', 'Fields of the entries, with commas between them.'),
    sortOrder: optional('string', 'The direction for each of them; descending unless ASC.', {
      values: ['ASC', 'DESC'],
      widget: 'Option',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'paginable',
      async run(context, _input, params) {
        if (params.query?.trim()) {
          throw operationFailed(
            'query: the audit has no query language; name a page provider, such as EVENTS_VIEW, and give namedQueryParams',
          );
        }
        const request = searchRequest({
          ...params,
          language: null,
          namedParameters: params.namedQueryParams,
          sortBy: namesIn(params.sortBy),
          sortOrder: namesIn(params.sortOrder),
        });
        const call = { provider: providerOf(params.providerName), request };
        const found = await context.readBounded((unit) => runAuditProvider(unit, call));
        return logEntryList(found);
      },
    },
  ],
});

/** @throws AppError page-provider.not-found */
function providerOf(asked: string | null): AuditProvider {
  const name = asked?.trim() || defaultAuditProvider;
  const found = findAuditProvider(name);
  if (found) return found;
  if (unbuilt.pageProviders.has(name)) throw notBuilt(`The page provider ${name}`);
  throw new AppError(
    'page-provider.not-found',
    `There is no page provider ${name.slice(0, 200)} for the audit; those for documents are run by Repository.PageProvider`,
  );
}

function logEntryList({ entries, total, window }: AuditProviderPage): LogEntryList {
  return new LogEntryList(entries, {
    resultsCount: total ?? -2,
    pageSize: window.pageSize,
    maxPageSize: window.maxPageSize,
    resultsCountLimit: limits.countDefault,
    offset: window.offset,
  });
}
