import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { monotonicMs } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { createPrincipal, type Principal } from '../model/principal.ts';
import { isPreflight } from './cross-origin.ts';
import { handOver, isForFirst } from './processes/hand-over.ts';
import type { PublicAddress } from './public-address.ts';
import { answerClientError } from './replies/client-error.ts';
import { sendError, toAppError } from './replies/error-reply.ts';
import { createExchange, type Exchange, sendReply } from './replies/raw-reply.ts';
import { HttpRequestContext, parseRoutePattern, type RoutePattern } from './request-context.ts';
import { servicesFor } from './request-repository.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from './requests/body.ts';
import { holdContinue } from './requests/expect-continue.ts';
import { acceptAbsoluteTargets } from './requests/request-target.ts';
import type { Method, RequestContext, RouteDefinition, RouteReply } from './route.ts';
import type { Services } from './services.ts';
import { loggedUrl, portalOf, refuseRestricted, tokensOf } from './tokens.ts';
import { canonicalUrl, pathOf } from './url.ts';

const anonymousCaller = createPrincipal('', [], false);

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The HTTP application over the route definitions. Only this folder uses Fastify. */
export function createApp(services: Services, routes: readonly RouteDefinition[]): FastifyInstance {
  const { contextPath } = services.config;
  const requestIds = createRequestIds();
  const requestTimeoutMs = services.config.requestTimeoutSeconds * 1000;
  const app = Fastify({
    logger: false,
    genReqId: requestIds,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: requestTimeoutMs,
    // How often the library checks for requests that are late.
    http: { connectionsCheckingInterval: Math.min(30_000, requestTimeoutMs / 2) },
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/', contextPath).url,
    // As long as the head of a request may be: a set of documents is one segment.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => {
      void sendError(services, toAppError(error), createExchange(services, request, reply));
    },
    clientErrorHandler: (error, socket) => answerClientError(services, error, socket),
  });
  // The program reads bodies itself: the library would refuse a Content-Type it cannot parse, which
  // is just an unknown type where a file is uploaded.
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  app.setErrorHandler((error, request, reply) =>
    sendError(services, toAppError(error), createExchange(services, request, reply)),
  );
  app.setNotFoundHandler((request, reply) =>
    answerUnknown(services, createExchange(services, request, reply)),
  );
  // The library checks for late bodies only if the timeout of heads is not longer.
  app.server.headersTimeout = Math.min(60_000, requestTimeoutMs);
  holdContinue(app.server);
  acceptAbsoluteTargets(app.server);
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

/** Preflight requests for unknown addresses are answered, too. */
async function answerUnknown(services: Services, exchange: Exchange): Promise<void> {
  if (exchange.request.method === 'OPTIONS' && isPreflight(exchange.request.headers)) {
    return answerOptions(services, exchange, {});
  }
  return sendError(services, notFound(services, exchange.request), exchange);
}

async function answerOptions(
  services: Services,
  exchange: Exchange,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const preflight = services.crossOrigin.preflightHeaders(exchange.request.headers);
    Object.assign(exchange.headers, headers, preflight);
    await sendReply(exchange, { status: 200 });
  } catch (error) {
    await sendError(services, toAppError(error), exchange);
  }
}

function notFound({ config }: Services, request: FastifyRequest): AppError {
  const match = /\/api\/v1\/([^/?]+)/.exec(request.url);
  const base = config.contextPath;
  const text = match
    ? `Type not found: ${match[1]}`
    : `There is nothing at ${pathOf(request.originalUrl)}: the API is below ${base}/api/v1 and ${base}/site/automation`;
  return new AppError('resource.not-found', text);
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
    registerOtherMethods(app, services, { url, group });
  }
}

/** A known path with another method is 405, and OPTIONS lists the methods. */
function registerOtherMethods(
  app: FastifyInstance,
  services: Services,
  { url, group }: { url: string; group: readonly RouteDefinition[] },
): void {
  const known = new Set(group.map((route) => route.method));
  const allow = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const headers = { Allow: allow };
  app.route({
    // One entry: each takes a part of the time to start.
    method: ['OPTIONS', ...methods.filter((method) => !known.has(method))],
    url,
    handler: (request, reply) => {
      const exchange = createExchange(services, request, reply);
      if (request.method === 'OPTIONS') return answerOptions(services, exchange, headers);
      Object.assign(exchange.headers, headers);
      const message = `${request.method} is not one of ${allow}`;
      return sendError(services, new AppError('request.method-not-allowed', message), exchange);
    },
  });
}

function registerRoute(
  app: FastifyInstance,
  services: Services,
  { url, route }: { url: string; route: RouteDefinition },
): void {
  const registered: RegisteredRoute = { ...route, pattern: parseRoutePattern(url) };
  app.route({
    method: route.method,
    url,
    handler: (request, reply) => {
      const handsOver = services.siblings?.handsOver;
      if (handsOver && isForFirst(route, handsOver, { request, services })) {
        return handOver(request, reply, handsOver);
      }
      return answer(services, registered, createExchange(services, request, reply));
    },
  });
}

type RegisteredRoute = RouteDefinition & { readonly pattern: RoutePattern };

/** The life of every request: authenticate, check all that needs no body, read the body, handle, send. */
async function answer(
  services: Services,
  route: RegisteredRoute,
  exchange: Exchange,
): Promise<void> {
  const { request, reply } = exchange;
  const startedMs = monotonicMs();
  services.activity.requests += 1;
  let context: HttpRequestContext | undefined;
  try {
    const publicAddress = services.publicAddresses.of(request.raw);
    services.crossOrigin.refuseForeign(request.method, request.headers, publicAddress);
    if (!route.isUnlimited) takeAddress(services, request);
    const principal = await authenticate(services, route, { exchange, publicAddress });
    if (!route.isUnlimited && principal !== anonymousCaller) {
      services.rateLimits.takeCaller(principal.username);
    }
    const { pattern } = route;
    const chosen = servicesFor(services, route, request);
    // The account of the sender may be new: a directory server has just described it.
    if (chosen !== services) await services.sharedCopies.pending;
    context = new HttpRequestContext({
      services: chosen,
      request,
      reply,
      principal,
      publicAddress,
      pattern,
    });
    const result = (await route.authorize?.(context)) ?? (await handle(route, context));
    const copying = services.sharedCopies.pending;
    if (copying) await copying;
    if (services.config.development) addServerTiming(exchange, context, startedMs);
    await sendAndRelease(services, exchange, result);
  } catch (error) {
    await sendFailure(services, route, { exchange, error });
  }
  const queries = context?.meter.queries ?? 0;
  observe(services, { request, reply, route: route.path, startedMs, queries });
}

async function sendFailure(
  services: Services,
  route: RouteDefinition,
  { exchange, error }: { readonly exchange: Exchange; readonly error: unknown },
): Promise<void> {
  const failure = withRouteStatus(route, toAppError(error));
  const { headers, originalUrl, raw } = exchange.request;
  const isPage = failure.status === 401 && headers.accept?.includes('text/html');
  if (!route.signInPage || !isPage) return sendError(services, failure, exchange);
  const publicAddress = services.publicAddresses.of(raw);
  const { providers } = services.browserSignIn;
  const request = { headers, url: originalUrl, publicAddress, providers };
  await sendReply(exchange, route.signInPage(request));
}

async function handle(route: RouteDefinition, context: HttpRequestContext): Promise<RouteReply> {
  if (route.body === 'json') context.body = await readBody(route, context);
  return route.handle(context);
}

async function sendAndRelease(
  { releases }: Services,
  exchange: Exchange,
  result: RouteReply,
): Promise<void> {
  const { stream, release } = result;
  if (!release) return sendReply(exchange, result);
  // Only a stream still needs the resources; otherwise they are released before the response is sent.
  if (stream) return releases.add(sendReply(exchange, result).finally(release));
  await release();
  await sendReply(exchange, result);
}

function addServerTiming(exchange: Exchange, context: HttpRequestContext, startedMs: number): void {
  const durationMs = (monotonicMs() - startedMs).toFixed(1);
  exchange.headers['Server-Timing'] =
    `db;desc="${context.meter.queries} queries", total;dur=${durationMs}`;
}

async function readBody(route: RouteDefinition, context: RequestContext): Promise<unknown> {
  const body = await readJsonBody(context, jsonRulesOf(context.services.config));
  return route.bodyEntity === undefined ? body : requireEntity(body, route.bodyEntity);
}

/** @throws AppError request.too-many */
function takeAddress({ rateLimits, publicAddresses }: Services, { raw }: FastifyRequest): void {
  if (rateLimits.limitsAddresses) rateLimits.takeAddress(publicAddresses.clientAddress(raw));
}

async function authenticate(
  services: Services,
  route: RouteDefinition,
  { exchange, publicAddress }: { exchange: Exchange; publicAddress: PublicAddress },
): Promise<Principal> {
  if (route.access === 'public' || route.isPublicWhen?.(services.config)) return anonymousCaller;
  const { request, headers } = exchange;
  const { principal, setCookie, token } = await services.authenticator.authenticate({
    authorization: request.headers.authorization,
    ...tokensOf(request),
    portal: portalOf(request.headers),
    path: pathOf(request.url).slice(services.config.contextPath.length),
    cookie: services.crossOrigin.acceptsCookie(request.method, request.headers, publicAddress)
      ? request.headers.cookie
      : undefined,
    remoteAddress: services.publicAddresses.clientAddress(request.raw),
    cookieScope: publicAddress,
  });
  if (setCookie !== undefined) headers['Set-Cookie'] = setCookie;
  if (token) refuseRestricted(route, request.method, token);
  if (route.access === 'administrator' && !principal.isAdministrator) {
    throw new AppError('permission.denied', 'Only administrators may do this');
  }
  return principal;
}

/** Where the contract's status differs from the default one, the route says so as data. */
function withRouteStatus(route: RouteDefinition, error: AppError): AppError {
  const status = route.statusFor?.[error.code];
  if (status === undefined || status === error.status) return error;
  return new AppError(error.code, error.message, { status, detail: error.detail, cause: error });
}

interface Observation {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: string;
  readonly startedMs: number;
  readonly queries: number;
}

function observe(services: Services, observation: Observation): void {
  const { request, reply, route, startedMs, queries } = observation;
  const seconds = (monotonicMs() - startedMs) / 1000;
  const status = reply.raw.statusCode;
  services.metrics.observeRequest({ method: request.method, route, status, seconds, queries });
  if (!services.config.accessLog) return;
  services.log.info(
    {
      requestId: request.id,
      method: request.method,
      url: loggedUrl(request.originalUrl),
      status,
      seconds,
    },
    'request',
  );
}
