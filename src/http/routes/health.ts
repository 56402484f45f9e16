import { constant, objectOf, oneOf } from '../../entities/json-schema.ts';
import { json } from '../responses.ts';
import { defineRoute, type RouteReply } from '../route.ts';

const common = {
  method: 'GET',
  root: 'base',
  access: 'public',
  isUnlimited: true,
  body: 'none',
} as const;

const liveSchema = objectOf({ status: constant('live') });

const readySchema = objectOf({
  status: oneOf('ready', 'not ready'),
  server: oneOf('ok', 'draining'),
  database: oneOf('ok', 'failed'),
  contents: oneOf('ok', 'failed'),
});

/** An answer of a moment ago is of no use. */
function fresh(status: number, entity: object): RouteReply {
  return { status, entity, headers: { 'Cache-Control': 'no-store' } };
}

const liveRoute = defineRoute({
  ...common,
  path: '/health/live',
  summary: 'Whether the process answers at all; one that does not is to be started anew',
  responses: { 200: json('the process answers', liveSchema) },
  handle: async () => fresh(200, { status: 'live' }),
});

const readyRoute = defineRoute({
  ...common,
  path: '/health/ready',
  summary: 'Whether load balancers are to send requests here',
  responses: {
    200: json('requests may come; without contents, only those for files fail', readySchema),
    503: json('the database is not reachable, or the server is about to stop', readySchema),
  },
  async handle({ services }) {
    const { isDraining, hasDatabase, hasContents } = await services.readiness.check();
    // Nodes share their contents: if all were taken out at once, documents could not be read either.
    const isReady = !isDraining && hasDatabase;
    return fresh(isReady ? 200 : 503, {
      status: isReady ? 'ready' : 'not ready',
      server: isDraining ? 'draining' : 'ok',
      database: hasDatabase ? 'ok' : 'failed',
      contents: hasContents ? 'ok' : 'failed',
    });
  },
});

export const healthRoutes = [liveRoute, readyRoute];
