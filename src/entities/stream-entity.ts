import {
  arrayOf,
  flag,
  integer,
  type JsonOf,
  number,
  objectOf,
  text,
  texts,
} from './json-schema.ts';

/** A kind of background job, as clients see it: a stream of jobs with one consumer of the same name. */
export interface JobStream {
  readonly name: string;
  readonly concurrency: number;
  readonly attemptsMax: number;
  readonly retryAfterMs: number;
  /** Jobs that wait or run. */
  readonly backlog: number;
}

/** The process that has the consumers. */
interface StreamNode {
  readonly hostname: string;
  readonly nodeId: string;
  readonly cpuCores: number;
  readonly memoryBytes: number;
  readonly startedAt: string;
  readonly nowSeconds: number;
}

const streamSchema = objectOf({ name: text, partitions: integer, codec: text });

export const streamListSchema = arrayOf(streamSchema);
export const consumerListSchema = arrayOf(objectOf({ stream: text, consumer: text }));

export const positionSchema = objectOf({
  stream: text,
  consumer: text,
  lag: integer,
  lags: arrayOf(objectOf({ partition: integer, pos: integer, end: integer, lag: integer })),
});

export const introspectionSchema = objectOf({
  streams: streamListSchema,
  processors: arrayOf(
    objectOf({
      metadata: objectOf({
        hostname: text,
        cpuCores: integer,
        ip: text,
        processorName: text,
        jvmHeapSize: integer,
        nodeId: text,
        created: text,
        type: text,
      }),
      computations: arrayOf(
        objectOf({
          name: text,
          threads: integer,
          continueOnFailure: flag,
          batchCapacity: integer,
          batchThresholdMs: integer,
          maxRetries: integer,
          retryDelayMs: integer,
        }),
      ),
      topology: arrayOf(texts),
    }),
  ),
  metrics: arrayOf(
    objectOf({
      timestamp: integer,
      hostname: text,
      ip: text,
      nodeId: text,
      metrics: arrayOf(objectOf({ k: text, group: text, stream: text, v: number })),
    }),
  ),
});

export function writeStreams(streams: readonly JobStream[]): JsonOf<typeof streamListSchema> {
  return streams.map(({ name }) => ({ name, partitions: 1, codec: 'json' }));
}

/** A job leaves the queue when it is done: positions count from the first that is left. */
export function writePosition({ name, backlog }: JobStream): JsonOf<typeof positionSchema> {
  const lags = [{ partition: 0, pos: 0, end: backlog, lag: backlog }];
  return { stream: name, consumer: name, lag: backlog, lags };
}

export function writeIntrospection(
  streams: readonly JobStream[],
  node: StreamNode,
): JsonOf<typeof introspectionSchema> {
  const { hostname, nodeId } = node;
  const metadata = {
    hostname,
    cpuCores: node.cpuCores,
    ip: '',
    processorName: 'jobs',
    jvmHeapSize: node.memoryBytes,
    nodeId,
    created: node.startedAt,
    type: 'worker',
  };
  const computations = streams.map(({ name, concurrency, attemptsMax, retryAfterMs }) => ({
    name,
    threads: concurrency,
    continueOnFailure: true,
    batchCapacity: 1,
    batchThresholdMs: 0,
    maxRetries: attemptsMax - 1,
    retryDelayMs: retryAfterMs,
  }));
  const topology = streams.map(({ name }) => [`stream:${name}`, `computation:${name}`]);
  const lags = streams.map(({ name, backlog }) => ({
    k: 'lag',
    group: name,
    stream: name,
    v: backlog,
  }));
  return {
    streams: writeStreams(streams),
    processors: [{ metadata, computations, topology }],
    metrics: [{ timestamp: node.nowSeconds, hostname, ip: '', nodeId, metrics: lags }],
  };
}
