import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { fullPath } from '../../src/http/app.ts';
import { isForFirst } from '../../src/http/processes/hand-over.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import type { TestApp } from './app.ts';

/** What any process stores behind its requests, together and not for each of them. */
const behind = /audit-trail|token-uses|rate-limits/;

const handsOver = { writes: true, path: () => undefined, isDraining: () => false };

/**
 * The requests that have written to the store although any process of a server may answer them. To be called before
 * the first request.
 */
export function watchWrites({ app, services }: TestApp): ReadonlySet<string> {
  const found = new Set<string>();
  const current = new AsyncLocalStorage<string | undefined>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request, services.config.contextPath);
    const isOther = !route || isForFirst(route, handsOver, { request, services });
    current.run(isOther ? undefined : `${request.method} ${request.originalUrl}`, done);
  });
  const { database } = services;
  const write = database.write.bind(database);
  database.write = (...given) => {
    const line = current.getStore();
    if (line !== undefined && !behind.test(new Error().stack ?? '')) found.add(line);
    return write(...given);
  };
  return found;
}

function routeOf({ method, routeOptions }: FastifyRequest, contextPath: string) {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const isIt = (route: RouteDefinition) =>
    route.method === wanted && fullPath(route, contextPath) === routeOptions.url;
  return routes.find(isIt);
}
