import { monotonicMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { statisticsSchema, writeStatistics } from '../../entities/statistics-entity.ts';
import { readStatisticsRequest } from '../../entities/statistics-request.ts';
import type { StatisticsRequest } from '../../model/statistics.ts';
import { auditStatistics } from '../../repository/search/audit-statistics.ts';
import { documentStatistics } from '../../repository/search/document-statistics.ts';
import { objectContent } from '../request-content.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteDefinition } from '../route.ts';

/** Entries of the audit of workflows only. */
const workflowCategory = { kind: 'among', field: 'category', values: ['Routing'] } as const;

/** Clients of older versions name a type of entries behind the index. */
export const searchStatisticsRoutes = [
  defineSearch('/site/es/:index/_search'),
  defineSearch('/site/es/:index/:type/_search'),
];

function defineSearch(path: string): RouteDefinition {
  return defineRoute({
    method: 'POST',
    root: 'base',
    path,
    access: 'authenticated',
    isForReaders: true,
    summary: 'Counts documents (index nuxeo) or entries of the audit (audit) in groups',
    body: 'json',
    bodyContent: objectContent,
    responses: {
      200: json('the groups, without documents', statisticsSchema),
      400: 'the body is not well formed, or a field is unknown',
      403: 'the audit is for administrators',
      404: 'no such index',
      501: 'a part of the language that is not available',
    },
    authorize: requireIndex,
    async handle(context) {
      const startedMs = monotonicMs();
      const request = readStatisticsRequest(context.body);
      const { result, sampleRatio } = await statisticsOf(context, request);
      const tookMs = monotonicMs() - startedMs;
      return jsonReply(200, writeStatistics(result, { tookMs, sampleRatio }));
    },
  });
}

/** @throws AppError resource.not-found; permission.denied */
function requireIndex({ params: { index = '' }, principal }: RequestContext): undefined {
  if (index === 'nuxeo') return;
  if (index !== 'audit' && index !== 'audit_wf') {
    const message = `There is no index ${index.slice(0, 100)}; there are nuxeo, audit and audit_wf`;
    throw new AppError('resource.not-found', message);
  }
  if (principal.isAdministrator) return;
  throw new AppError('permission.denied', 'Only administrators may search the audit');
}

function statisticsOf(context: RequestContext, request: StatisticsRequest) {
  const { index } = context.params;
  if (index === 'nuxeo') return context.readBounded((unit) => documentStatistics(unit, request));
  const { condition } = request;
  const all = { kind: 'all', of: [condition, workflowCategory] } as const;
  const limited = index === 'audit' ? request : { ...request, condition: all };
  return context.readBounded((unit) => auditStatistics(unit, limited));
}
