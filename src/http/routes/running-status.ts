import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { anyOf, constant, mapOf, oneOf } from '../../entities/json-schema.ts';
import { probesSchema, writeProbes } from '../../entities/probe-entity.ts';
import { inQuery } from '../parameters.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteReply } from '../route.ts';

const healthSchema = mapOf(oneOf('ok', 'failed'));

function healthReply(health: ReadonlyMap<string, boolean>): RouteReply {
  const entries = [...health].map(([name, isOk]) => [name, isOk ? 'ok' : 'failed']);
  const status = [...health.values()].every((isOk) => isOk) ? 200 : 500;
  return jsonReply(status, Object.fromEntries(entries));
}

/** Clients send their secret, not their credentials: the page is for monitoring. */
async function summary({ services, query }: RequestContext): Promise<RouteReply> {
  const { statusKey } = services.config;
  if (statusKey === null || !isSame(query.get('key') ?? '', statusKey)) {
    throw new AppError('permission.denied', 'The key is not the one that the server has');
  }
  return jsonReply(200, writeProbes(await services.probes.runAll()));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const runningStatusRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/runningstatus',
  access: 'public',
  isUnlimited: true,
  summary: 'Health of the server, for load balancers and clients',
  body: 'none',
  parameters: [
    inQuery(
      'info',
      'started or reload, or the health by probe',
      oneOf('started', 'reload', 'probe', 'summary'),
    ),
    inQuery('key', 'the probe to run, for info=probe; the secret statusKey, for info=summary'),
  ],
  responses: {
    200: json(
      'every probe is ok; for info=started true; for info=summary all probes',
      anyOf(healthSchema, constant(true), probesSchema),
    ),
    403: 'for info=summary: not the right key',
    404: json('no such probe', mapOf(constant('unknown'))),
    500: json('a probe failed', healthSchema),
  },
  async handle(context) {
    const { services, query } = context;
    const info = query.get('info');
    // The server listens once it has started.
    if (info === 'started') return { status: 200, text: 'true', headers: jsonType };
    if (info === 'reload') return { status: 200, text: 'reload();', headers: jsonType };
    if (info === 'summary') return summary(context);
    const name = info === 'probe' ? (query.get('key') ?? '') : undefined;
    const health = await services.probes.checkHealth(name);
    if (!health) return jsonReply(404, { [name ?? '']: 'unknown' });
    return healthReply(health);
  },
});

const jsonType = { 'Content-Type': 'application/json' };
