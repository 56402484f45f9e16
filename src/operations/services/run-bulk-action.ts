import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { parseJson } from '../../base/json.ts';
import { refuseUnboundedJson } from '../../base/json-text.ts';
import type { BulkAction, BulkParams } from '../../bulk/action.ts';
import { findAction } from '../../bulk/actions/index.ts';
import { type ItemSource, itemRequestOf } from '../../bulk/item-source.ts';
import { statusJson } from '../../bulk/status-json.ts';
import { submitCommand } from '../../bulk/submit.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import { jsonBlob } from '../parts/json-blob.ts';
import { searchRequest } from '../parts/search-parameters.ts';

export const runBulkActionOperation = defineOperation({
  id: 'Bulk.RunAction',
  label: 'Run a bulk command',
  category: 'Services',
  description:
    'Submits a command that does something to all documents that a query or a page provider finds, in the background; returns its status. It runs if and only if the call succeeds.',
  params: {
    action: required('string', 'The name of the action.'),
    batchSize: optional('int', 'Documents of one transaction.'),
    bucketSize: optional('int', 'Documents that are stored together until they are done.'),
    excludeDocs: optional('stringlist', 'Ids of documents to leave out.'),
    namedParameters: optional('properties', 'Values for the names in the query.'),
    parameters: optional('string', 'The parameters of the action, as JSON.'),
    providerName: optional('string', 'The page provider that finds them, without a query.'),
    query: optional('string', 'The query for the documents, in NXQL.'),
    queryLimit: optional('long', 'The most documents.'),
    queryParams: optional('stringlist', 'Values for the question marks of the query.'),
    quickFilters: optional('stringlist', 'Names of quick filters of the page provider.'),
    repositoryName: optional('string', 'That of the request, which works on no other one.'),
  },
  methods: [
    {
      input: 'void',
      output: 'bulkstatus',
      async run(context, _input, params) {
        const action = getAllowed(context, params.action);
        refuseOtherRepository(params.repositoryName, context.repository);
        const source = sourceOf(params);
        const command = {
          action,
          source,
          params: readParameters(params.parameters),
          queryLimit: params.queryLimit === null ? null : Number(params.queryLimit),
          bucketSize: params.bucketSize,
          batchSize: params.batchSize,
        };
        const standing = { standingOf: (id: string) => context.standingOf(id) };
        const submitted = await context.write((unit) => submitCommand(unit, command, standing));
        return jsonBlob(statusJson(submitted));
      },
    },
  ],
});

/** @throws AppError resource.not-found, permission.denied */
function getAllowed({ principal }: OperationContext, name: string): BulkAction {
  const action = findAction(name);
  const shown = name.slice(0, 200);
  if (!action) throw new AppError('resource.not-found', `Action '${shown}' not found`);
  if (action.isHttpEnabled || principal.isAdministrator) return action;
  throw new AppError('permission.denied', `Action '${shown}' denied`);
}

function refuseOtherRepository(name: string | null, { repositoryName }: RepositoryContext): void {
  if (name === null || name === '' || name === repositoryName) return;
  throw new AppError(
    'repository.not-found',
    `Repository ${name.slice(0, 200)} not found: the request is for ${repositoryName} (name another one in the header X-NXRepository)`,
  );
}

interface SourceParameters {
  readonly query: string | null;
  readonly providerName: string | null;
  readonly queryParams: readonly string[] | null;
  readonly namedParameters: ReadonlyMap<string, unknown> | null;
  readonly quickFilters: readonly string[] | null;
  readonly excludeDocs: readonly string[] | null;
}

function sourceOf(params: SourceParameters): ItemSource {
  const { query, providerName, queryParams, namedParameters, quickFilters } = params;
  const request = itemRequestOf(
    searchRequest({ queryParams, namedParameters, quickFilters, ...withoutPage }),
  );
  const excluded = params.excludeDocs ?? [];
  if (query?.trim()) return { kind: 'query', text: query, request, excluded };
  if (providerName?.trim()) return { kind: 'provider', name: providerName, request, excluded };
  throw new AppError('operation.parameter-invalid', 'Query and ProviderName cannot be both null');
}

const withoutPage = {
  sortBy: null,
  sortOrder: null,
  pageSize: null,
  currentPageIndex: null,
  language: null,
} as const;

function readParameters(text: string | null): BulkParams {
  if (text === null || text.trim() === '') return {};
  try {
    refuseUnboundedJson(text);
    const json = parseJson(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as BulkParams;
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const message = 'Could not parse parameters, expecting valid json value';
  throw new AppError('operation.parameter-invalid', message);
}
