import { isAppError } from '../../base/errors/app-error.ts';
import { readBulkFigures } from '../../bulk/inspect.ts';
import { countJobsByKind } from '../../jobs/inspect.ts';
import { readSubtreeFigures } from '../../repository/editing/subtree-work.ts';
import { addMetrics, type StoreFigures } from '../metrics.ts';
import { plainText } from '../responses.ts';
import { defineRoute, type RequestContext } from '../route.ts';
import type { Services } from '../services.ts';

/** For administrators unless the configuration opens it to the scraper. */
export const metricsRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/metrics',
  access: 'administrator',
  isPublicWhen: (config) => config.metricsPublic,
  isUnlimited: true,
  summary: 'Prometheus metrics',
  body: 'none',
  responses: {
    200: plainText('text in the Prometheus format'),
    401: 'not logged in',
    403: 'no administrator',
  },
  async handle(context) {
    const { services } = context;
    const text = await textOf(services, await readFigures(context));
    return { status: 200, text, headers: { 'Content-Type': services.metrics.contentType } };
  },
});

/** Of all processes of the server. */
async function textOf(
  { metrics, siblings }: Services,
  figures: StoreFigures | undefined,
): Promise<string> {
  if (!siblings) return metrics.render(figures);
  const own = await metrics.values(figures);
  return addMetrics([own, ...(await siblings.otherCounts(own))]).metrics();
}

/** The other metrics are most useful when the store cannot be read. */
async function readFigures(context: RequestContext): Promise<StoreFigures | undefined> {
  try {
    return await context.readBounded(async ({ handle }) => ({
      subtrees: await readSubtreeFigures(handle),
      bulk: await readBulkFigures(handle),
      jobs: await countJobsByKind(handle),
    }));
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
