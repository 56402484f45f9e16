import { isAppError } from '../../base/errors/app-error.ts';
import { anyOf, constant, mapOf, oneOf } from '../../entities/json-schema.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { inQuery } from '../parameters.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteReply } from '../route.ts';

const probesSchema = mapOf(oneOf('ok', 'failed'));

type Probe = (context: RequestContext) => Promise<boolean>;

/** Health checks by name. */
const probes: Readonly<Record<string, Probe>> = {
  runtimeStatus: async () => true,
  repositoryStatus: isRepositoryReadable,
};

async function isRepositoryReadable(context: RequestContext): Promise<boolean> {
  try {
    return (await context.read((unit) => findDocument(unit, { path: '/' }))) !== undefined;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

async function runProbes(context: RequestContext): Promise<RouteReply> {
  const results = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await probe(context)] as const),
  );
  const status = results.every(([, isOk]) => isOk) ? 200 : 500;
  const entity = results.map(([name, isOk]) => [name, isOk ? 'ok' : 'failed']);
  return jsonReply(status, Object.fromEntries(entity));
}

async function runOneProbe(context: RequestContext): Promise<RouteReply> {
  const name = context.query.get('key') ?? '';
  const probe = Object.hasOwn(probes, name) ? probes[name] : undefined;
  if (!probe) return jsonReply(404, { [name]: 'unknown' });
  const isOk = await probe(context);
  return jsonReply(isOk ? 200 : 500, { [name]: isOk ? 'ok' : 'failed' });
}

export const runningStatusRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/runningstatus',
  access: 'public',
  summary: 'Health of the server, for load balancers and clients',
  body: 'none',
  parameters: [
    inQuery(
      'info',
      'started or reload, or the health by probe',
      oneOf('started', 'reload', 'probe'),
    ),
    inQuery('key', 'the probe to run, for info=probe'),
  ],
  responses: {
    200: json('every probe is ok; for info=started true', anyOf(probesSchema, constant(true))),
    404: json('no such probe', mapOf(constant('unknown'))),
    500: json('a probe failed', probesSchema),
  },
  async handle(context) {
    const info = context.query.get('info');
    if (info === 'started') return { status: 200, text: 'true', headers: jsonType };
    if (info === 'reload') return { status: 200, text: 'reload();', headers: jsonType };
    if (info === 'probe') return runOneProbe(context);
    return runProbes(context);
  },
});

const jsonType = { 'Content-Type': 'application/json' };
