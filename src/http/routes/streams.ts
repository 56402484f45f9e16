import { availableParallelism, hostname } from 'node:os';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import {
  consumerListSchema,
  introspectionSchema,
  type JobStream,
  positionSchema,
  streamListSchema,
  writeIntrospection,
  writePosition,
  writeStreams,
} from '../../entities/stream-entity.ts';
import { writeTimestamp } from '../../entities/timestamp.ts';
import { countBacklog } from '../../jobs/backlog.ts';
import { switchKind } from '../../jobs/stopped-kinds.ts';
import { inQuery } from '../parameters.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';

const path = '/management/stream';
const common = { root: 'api', method: 'GET', access: 'administrator', body: 'none' } as const;
const refused = { 403: 'no administrator' };
const streamParameter = inQuery('stream', 'the name of a stream: of a kind of job');
const consumerParameter = inQuery('consumer', 'the name of a consumer: that of its stream');

async function listStreams(context: RequestContext): Promise<readonly JobStream[]> {
  const backlog = await context.readBounded(({ handle }) => countBacklog(handle));
  return context.services.jobKinds
    .map(({ kind, concurrency, attemptsMax, retryAfterMs }) => ({
      name: kind,
      concurrency,
      attemptsMax,
      retryAfterMs,
      backlog: backlog.get(kind) ?? 0,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function requiredParameter({ query }: RequestContext, name: string): string {
  const value = query.get(name)?.trim() ?? '';
  if (value !== '') return value;
  throw new AppError('request.invalid', `Missing ${name} param`);
}

function getStream(streams: readonly JobStream[], name: string): JobStream {
  const found = streams.find((stream) => stream.name === name);
  if (found) return found;
  throw new AppError('request.invalid', 'Unknown stream');
}

const introspectionRoute = defineRoute({
  ...common,
  path,
  summary: 'Background jobs as streams: each kind of job is a stream with one consumer',
  responses: { 200: json('streams, consumers and their lag', introspectionSchema), ...refused },
  async handle(context) {
    const node = {
      hostname: hostname(),
      nodeId: context.services.nodeId,
      cpuCores: availableParallelism(),
      memoryBytes: process.memoryUsage.rss(),
      startedAt: writeTimestamp(now() - Math.round(process.uptime() * 1_000)),
      nowSeconds: Math.floor(now() / 1_000),
    };
    return jsonReply(200, writeIntrospection(await listStreams(context), node));
  },
});

const streamsRoute = defineRoute({
  ...common,
  path: `${path}/streams`,
  summary: 'The kinds of background jobs',
  responses: { 200: json('every stream', streamListSchema), ...refused },
  handle: async (context) => jsonReply(200, writeStreams(await listStreams(context))),
});

const consumersRoute = defineRoute({
  ...common,
  path: `${path}/consumers`,
  summary: 'The consumer of a stream',
  parameters: [streamParameter],
  responses: { 200: json('the consumer; none without a stream', consumerListSchema), ...refused },
  async handle(context) {
    const name = context.query.get('stream')?.trim() ?? '';
    if (name === '') return jsonReply(200, []);
    const stream = getStream(await listStreams(context), name);
    return jsonReply(200, [{ stream: stream.name, consumer: stream.name }]);
  },
});

const positionRoute = defineRoute({
  ...common,
  path: `${path}/consumer/position`,
  summary: 'The number of jobs that a consumer has not done yet',
  parameters: [streamParameter, consumerParameter],
  responses: {
    200: json('the position', positionSchema),
    400: 'a parameter is missing, or there is no such stream or consumer',
    ...refused,
  },
  async handle(context) {
    const consumer = requiredParameter(context, 'consumer');
    const stream = requiredParameter(context, 'stream');
    const found = getStream(await listStreams(context), stream);
    if (consumer === found.name) return jsonReply(200, writePosition(found));
    throw new AppError('request.invalid', `Unknown consumer: that of ${stream} is ${found.name}`);
  },
});

const switched = { 204: empty('done, or so already'), 400: 'no such consumer', ...refused };

const stopRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: `${path}/consumer/stop`,
  summary: 'Lets no server of the store begin jobs of a kind, until it is started again',
  parameters: [consumerParameter],
  responses: switched,
  handle: (context) => switchConsumer(context, true),
});

const startRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: `${path}/consumer/start`,
  summary: 'Lets jobs of a kind begin again',
  parameters: [consumerParameter],
  responses: switched,
  handle: (context) => switchConsumer(context, false),
});

async function switchConsumer(context: RequestContext, isStopped: boolean) {
  const kind = requiredParameter(context, 'consumer');
  if (!context.services.jobKinds.some((each) => each.kind === kind)) {
    throw new AppError('request.invalid', `Unknown consumer: ${kind.slice(0, 100)}`);
  }
  await context.write((unit) => switchKind(unit, { kind, isStopped }));
  return emptyReply();
}

export const streamRoutes = [
  introspectionRoute,
  streamsRoute,
  consumersRoute,
  positionRoute,
  stopRoute,
  startRoute,
];
