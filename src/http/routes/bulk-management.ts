import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import type { BulkParams } from '../../bulk/action.ts';
import { allVersions } from '../../bulk/actions/collect-versions.ts';
import { allWorkflows } from '../../bulk/actions/collect-workflows.ts';
import { getAction } from '../../bulk/actions/index.ts';
import { thumbnailsCommand } from '../../bulk/actions/recompute-thumbnails.ts';
import { videosCommand } from '../../bulk/actions/recompute-videos.ts';
import { viewsCommand } from '../../bulk/actions/recompute-views.ts';
import type { ItemSource } from '../../bulk/item-source.ts';
import { submitCommand } from '../../bulk/submit.ts';
import { bulkStatusSchema, writeBulkStatus } from '../../entities/bulk-status-entity.ts';
import { flag, integer } from '../../entities/json-schema.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { inQuery } from '../parameters.ts';
import { formContent } from '../request-content.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

const responses = {
  200: json('the status of the command, which is done in the background', bulkStatusSchema),
  400: 'a parameter does not fit',
  403: 'no administrator',
} as const;
const conflict = { 409: 'a command for all documents is running' } as const;

interface ServerCommand {
  readonly action: string;
  readonly query: string;
  readonly params?: BulkParams;
  readonly queryLimit?: number | null;
  /** At most one such command runs. */
  readonly isExclusive: boolean;
}

/** A command of the server itself, with all rights. */
async function submit(context: RequestContext, command: ServerCommand): Promise<RouteReply> {
  const { action, query: text, params = {}, queryLimit = null, isExclusive } = command;
  const request = { positional: [], named: new Map(), quickFilters: [], sort: [] };
  const source: ItemSource = { kind: 'query', text, request, excluded: [] };
  const submitted = await context.write((unit) =>
    submitCommand(
      unit,
      { action: getAction(action), source, params, queryLimit, isExclusive, isSystem: true },
      { standingOf: () => 'allowed' },
    ),
  );
  return jsonReply(200, writeBulkStatus(submitted));
}

function managementRoute(
  method: 'POST' | 'DELETE',
  path: string,
  {
    parameters = [],
    ...rest
  }: Pick<RouteDefinition, 'summary' | 'responses' | 'handle'> &
    Partial<Pick<RouteDefinition, 'parameters'>>,
): RouteDefinition {
  return defineRoute({
    method,
    root: 'api',
    path,
    access: 'administrator',
    body: 'stream',
    bodyContent: formContent(...parameters.map(({ name }) => name)),
    parameters,
    ...rest,
  });
}

const queryParameter = inQuery('query', 'the query for the documents, in NXQL; all when left out');
const everything = 'SELECT * FROM Document';
const filesQuery =
  "SELECT * FROM Document WHERE ecm:isProxy = 0 AND ecm:mixinType = 'Downloadable'";

const extractRoute = managementRoute('POST', '/management/fulltext/extract', {
  summary: 'Reads the texts of files again',
  parameters: [queryParameter, inQuery('force', 'also removes words that are not wanted', flag)],
  responses,
  async handle(context) {
    const fields = await readFormFields(context);
    const query = fields.get('query')?.trim() || filesQuery;
    const params = { force: fields.get('force') || 'false' };
    return submit(context, { action: 'extractBinaryFulltext', query, params, isExclusive: false });
  },
});

const fixRoute = managementRoute('POST', '/management/fulltext/fixBinaryStorage', {
  summary: 'Reads texts of files that are missing, and stores the words of their documents again',
  parameters: [queryParameter],
  responses,
  async handle(context) {
    const fields = await readFormFields(context);
    const query = fields.get('query')?.trim() || filesQuery;
    return submit(context, { action: 'fixBinaryFulltext', query, isExclusive: false });
  },
});

async function reindex(context: RequestContext): Promise<RouteReply> {
  const fields = await readFormFields(context);
  const query = fields.get('query')?.trim() ?? '';
  return submit(context, {
    action: 'index',
    query: query === '' ? everything : query,
    queryLimit: limitOf(fields),
    isExclusive: query === '',
  });
}

/** @throws AppError request.invalid */
function limitOf(fields: URLSearchParams): number | null {
  const limit = fields.get('queryLimit') ?? '';
  if (limit === '') return null;
  if (/^\d{1,15}$/.test(limit) && Number(limit) > 0) return Number(limit);
  const shown = limit.slice(0, 100);
  throw new AppError('request.invalid', `queryLimit: ${shown} is not a whole number from 1 on`);
}

const limitParameter = inQuery('queryLimit', 'the most documents', integer);

const reindexRoute = managementRoute('POST', '/management/search/reindex', {
  summary: 'Stores the words of documents again',
  parameters: [queryParameter, limitParameter, inQuery('index', 'there is one index')],
  responses: { ...responses, ...conflict },
  handle: reindex,
});

const olderReindexRoute = managementRoute('POST', '/management/elasticsearch/reindex', {
  summary: 'Stores the words of documents again',
  parameters: [queryParameter],
  responses: { ...responses, ...conflict },
  handle: reindex,
});

const reindexDocumentRoute = managementRoute(
  'POST',
  '/management/elasticsearch/:documentId/reindex',
  {
    summary: 'Stores the words of a document and of all below it again',
    responses: { ...responses, 404: 'no such document' },
    async handle(context) {
      const { documentId: id = '' } = context.params;
      await context.read((unit) => getDocument(unit, { id }));
      if (!isUuid(id)) throw new AppError('document.not-found', `${id} is not an id`);
      const query = `SELECT * FROM Document WHERE ecm:uuid = '${id}' OR ecm:ancestorId = '${id}'`;
      return submit(context, { action: 'index', query, isExclusive: false });
    },
  },
);

/** The index is complete with each change: there is nothing to do. */
function nothingToDo(path: string, summary: string): RouteDefinition {
  return managementRoute('POST', path, {
    summary,
    responses: { 204: empty('done'), 403: 'no administrator' },
    handle: async () => emptyReply(),
  });
}

const collectVersionsRoute = managementRoute('DELETE', '/management/versions/orphaned', {
  summary: 'Removes versions whose document is gone',
  responses: { ...responses, ...conflict },
  handle: (context) =>
    submit(context, {
      action: 'garbageCollectOrphanVersions',
      query: allVersions,
      isExclusive: true,
    }),
});

const thumbnailsRoute = managementRoute('POST', '/management/thumbnails/recompute', {
  summary: 'Makes thumbnails again; without a query those that are missing or could not be made',
  parameters: [queryParameter],
  responses: { ...responses, ...conflict },
  async handle(context) {
    const fields = await readFormFields(context);
    const sent = fields.get('query')?.trim() ?? '';
    const { query, params } = thumbnailsCommand(sent);
    const action = 'recomputeThumbnails';
    return submit(context, { action, query, params, isExclusive: sent === '' });
  },
});

const picturesRoute = managementRoute('POST', '/management/pictures/recompute', {
  summary:
    'Makes views of pictures again; without a query those that are missing or could not be made',
  parameters: [queryParameter],
  responses: { ...responses, ...conflict },
  async handle(context) {
    const fields = await readFormFields(context);
    const sent = fields.get('query')?.trim() ?? '';
    const { query, params } = viewsCommand(sent);
    return submit(context, { action: 'recomputeViews', query, params, isExclusive: sent === '' });
  },
});

const videosRoute = managementRoute('POST', '/management/videos/recompute', {
  summary:
    'Describes and converts videos again; without a query those that have not been converted',
  parameters: [
    queryParameter,
    inQuery(
      'conversionNames',
      'a conversion such as MP4 480p, repeated for more; all when left out',
    ),
    inQuery('recomputeAllVideoInfo', 'also describes videos again that have a description', flag),
  ],
  responses: { ...responses, ...conflict },
  async handle(context) {
    const fields = await readFormFields(context);
    const sent = fields.get('query')?.trim() ?? '';
    const { query, params } = videosCommand({
      query: sent,
      conversionNames: fields.getAll('conversionNames').filter((name) => name !== ''),
      isForAllInfo: fields.get('recomputeAllVideoInfo') === 'true',
    });
    const action = 'recomputeVideoConversion';
    return submit(context, { action, query, params, isExclusive: sent === '' });
  },
});

const collectWorkflowsRoute = managementRoute('DELETE', '/management/workflows/orphaned', {
  summary: 'Removes workflows that have ended or whose documents are gone',
  responses: { ...responses, ...conflict },
  handle: (context) =>
    submit(context, { action: 'garbageCollectWokflows', query: allWorkflows, isExclusive: true }),
});

export const bulkManagementRoutes = [
  extractRoute,
  fixRoute,
  reindexRoute,
  olderReindexRoute,
  reindexDocumentRoute,
  nothingToDo('/management/elasticsearch/flush', 'Makes what is indexed visible, as it is already'),
  nothingToDo('/management/elasticsearch/optimize', 'Optimises the index, which does so by itself'),
  collectVersionsRoute,
  thumbnailsRoute,
  picturesRoute,
  videosRoute,
  collectWorkflowsRoute,
];
