import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { monotonicMs } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import { createPrincipal } from '../model/principal.ts';
import { readJsonBody, requireEntity } from './body.ts';
import { sendError, toAppError } from './error-reply.ts';
import { HttpRequestContext } from './request-context.ts';
import type { Method, RouteDefinition, RouteReply } from './route.ts';
import type { Services } from './services.ts';
import { canonicalUrl, defaultRepository } from './url.ts';

/** Sent with every answer unless a route says otherwise. */
const commonHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src *; script-src 'unsafe-inline' 'unsafe-eval' data: *; style-src 'unsafe-inline' *; font-src data: *; img-src data: blob: *",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-UA-Compatible': 'IE=10; IE=11',
  'X-XSS-Protection': '1; mode=block',
} as const;

const nobody = createPrincipal('', [], false);

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The HTTP application over the route definitions. Fastify is known here and in this folder only. */
export function createApp(
  services: Services,
  routes: readonly RouteDefinition[],
): FastifyInstance {
  const { contextPath } = services.config;
  const requestIds = createRequestIds();
  const app = Fastify({
    logger: false,
    genReqId: requestIds,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/', contextPath).url,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    frameworkErrors: (error, request, reply) => {
      sendError(services, toAppError(error), { request, reply });
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(commonHeaders);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    sendError(services, toAppError(error), { request, reply });
  });
  app.setNotFoundHandler((request, reply) => {
    sendError(services, notFound(request), { request, reply });
  });
  registerRoutes(app, services, routes);
  return app;
}

/** Short, unique per process start, and cheap. */
function createRequestIds(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

function notFound(request: FastifyRequest): AppError {
  const match = /\/api\/v1\/([^/?]+)/.exec(request.url);
  return new AppError('resource.not-found', match ? `Type not found: ${match[1]}` : request.url);
}

export function fullPath(route: RouteDefinition, contextPath: string): string {
  const roots = { api: '/api/v1', automation: '/api/v1/automation', base: '' } as const;
  return `${contextPath}${roots[route.root]}${route.path}`;
}

function registerRoutes(
  app: FastifyInstance,
  services: Services,
  routes: readonly RouteDefinition[],
): void {
  const byPath = Map.groupBy(routes, (route) => fullPath(route, services.config.contextPath));
  for (const [url, group] of byPath) {
    for (const route of group) registerRoute(app, services, { url, route });
    registerOtherMethods(app, url, group);
  }
}

/** A known path with another method is 405, and OPTIONS lists what there is. */
function registerOtherMethods(
  app: FastifyInstance,
  url: string,
  group: readonly RouteDefinition[],
): void {
  const known = new Set(group.map((route) => route.method));
  const allow = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_request, reply) => reply.header('Allow', allow).code(200).send(),
  });
  app.route({
    method: methods.filter((method) => !known.has(method)),
    url,
    handler: (request, reply) => {
      reply.header('Allow', allow);
      throw new AppError('request.method-not-allowed', `${request.method} is not one of ${allow}`);
    },
  });
}

function registerRoute(
  app: FastifyInstance,
  services: Services,
  { url, route }: { url: string; route: RouteDefinition },
): void {
  app.route({
    method: route.method,
    url,
    handler: async (request, reply) => {
      const startedMs = monotonicMs();
      const queries = await answer(services, route, { request, reply });
      observe(services, { request, reply, route: url, startedMs, queries });
      return reply;
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The life of every request: authenticate, read the body, handle, send. Answers the query count. */
async function answer(
  services: Services,
  route: RouteDefinition,
  { request, reply }: Exchange,
): Promise<number> {
  reply.header('X-Request-Id', request.id);
  const startedMs = monotonicMs();
  let context: HttpRequestContext | undefined;
  try {
    const principal = await authenticate(services, route, { request, reply });
    refuseOtherRepository(services, request);
    const body = route.body === 'json' ? await readBody(route, request) : undefined;
    context = new HttpRequestContext({ services, request, reply, principal, body });
    const result = await route.handle(context);
    if (services.config.development) {
      const durationMs = (monotonicMs() - startedMs).toFixed(1);
      reply.header(
        'Server-Timing',
        `db;desc="${context.meter.queries} queries", total;dur=${durationMs}`,
      );
    }
    send(reply, result);
  } catch (error) {
    sendError(services, withRouteStatus(route, toAppError(error)), { request, reply });
  }
  return context?.meter.queries ?? 0;
}

async function readBody(route: RouteDefinition, request: FastifyRequest): Promise<unknown> {
  const body = await readJsonBody(request.raw, request.headers);
  return route.bodyEntity === undefined ? body : requireEntity(body, route.bodyEntity);
}

async function authenticate(
  services: Services,
  route: RouteDefinition,
  { request, reply }: Exchange,
) {
  if (route.access === 'public' || route.isPublicWhen?.(services.config)) return nobody;
  const { principal, setCookie } = await services.authenticator.authenticate({
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    remoteAddress: request.ip,
    isSecure: request.headers['x-forwarded-proto'] === 'https',
  });
  if (setCookie !== undefined) reply.header('Set-Cookie', setCookie);
  if (route.access === 'administrator' && !principal.isAdministrator) {
    throw new AppError('permission.denied', 'Only administrators may do this');
  }
  return principal;
}

/** There is one repository; naming another by URL, header or parameter finds nothing. */
function refuseOtherRepository(services: Services, request: FastifyRequest): void {
  const inPath = canonicalUrl(request.originalUrl, services.config.contextPath).repository;
  const header = request.headers['x-nxrepository'];
  const parameter = /[?&]nxrepository=([^&]*)/i.exec(request.url)?.[1];
  const wanted = inPath ?? (typeof header === 'string' ? header : undefined) ?? parameter;
  if (wanted === undefined || wanted === '' || wanted === defaultRepository) return;
  throw new AppError('repository.not-found', `Repository ${wanted} not found`);
}

/** Where the contract's status differs from the natural one, the route says so as data. */
function withRouteStatus(route: RouteDefinition, error: AppError): AppError {
  const status = route.statusFor?.[error.code];
  if (status === undefined || status === error.status) return error;
  return new AppError(error.code, error.message, { status, detail: error.detail, cause: error });
}

function send(reply: FastifyReply, result: RouteReply): void {
  reply.code(result.status);
  if (result.headers) reply.headers(result.headers as Record<string, string | string[]>);
  if (result.entity !== undefined) {
    const type = (result.entity as { 'entity-type'?: string })['entity-type'];
    if (!reply.hasHeader('Content-Type')) {
      reply.header(
        'Content-Type',
        type === undefined ? 'application/json' : `application/json; nuxeo-entity=${type}`,
      );
    }
    reply.send(stringifyJson(result.entity));
  } else if (result.text !== undefined) {
    if (!reply.hasHeader('Content-Type')) reply.header('Content-Type', 'text/plain; charset=UTF-8');
    reply.send(result.text);
  } else if (result.stream !== undefined) {
    reply.send(result.stream);
  } else {
    reply.send();
  }
}

function observe(
  services: Services,
  exchange: Exchange & { route: string; startedMs: number; queries: number },
): void {
  const { request, reply, route, startedMs, queries } = exchange;
  const seconds = (monotonicMs() - startedMs) / 1000;
  const status = reply.statusCode;
  services.metrics.observeRequest({ method: request.method, route, status, seconds, queries });
  if (!services.config.accessLog) return;
  services.log.info(
    { requestId: request.id, method: request.method, url: request.originalUrl, status, seconds },
    'request',
  );
}
