import { plainText } from '../responses.ts';
import { defineRoute } from '../route.ts';

/** For administrators unless the configuration opens it to the scraper. */
export const metricsRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/metrics',
  access: 'administrator',
  isPublicWhen: (config) => config.metricsPublic,
  summary: 'Prometheus metrics',
  body: 'none',
  responses: {
    200: plainText('text in the Prometheus format'),
    401: 'not logged in',
    403: 'no administrator',
  },
  async handle({ services }) {
    const text = await services.metrics.render();
    return { status: 200, text, headers: { 'Content-Type': services.metrics.contentType } };
  },
});
