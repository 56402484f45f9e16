import type { FastifyInstance } from 'fastify';
import { createLogger, type Logger } from '../../src/base/log.ts';
import { compose, createServer } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Services } from '../../src/http/services.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { checkResponses } from './described-responses.ts';
import { createStorePlace } from './engines.ts';
import { poolerVariable } from './pgbouncer.ts';

export interface TestRequest {
  readonly user?: string | null;
  readonly password?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  readonly json: any;
}

export interface TestClient {
  /** `GET /api/v1/id/…` and so on: paths are below the context path. Administrator by default. */
  request(line: string, options?: TestRequest): Promise<TestResponse>;
}

/** The real application on a real store, addressed in-process. */
export interface TestApp extends TestClient {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Starts listening on a free port and returns the base URL, for real clients. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Settings that decide what a new store is given: with them it is made from nothing. */
const fresh: ReadonlySet<string> = new Set([
  'administratorPassword',
  'auditEnabled',
  'contentModelFiles',
  'data',
  'databaseUrl',
  'directoryFiles',
  'fulltextEnabled',
  'host',
  'passwordMinLength',
]);

export async function startTestApp(
  engine: EngineName,
  flags: Record<string, unknown> = {},
  log: Logger = createLogger('silent'),
): Promise<TestApp> {
  const isPrepared = Object.keys(flags).every((name) => !fresh.has(name));
  const place = await createStorePlace(engine, isPrepared ? 'prepared' : 'migrated');
  const { config } = loadConfig({
    environment: {},
    flags: {
      data: place.data,
      databaseUrl: place.databaseUrl,
      databasePoolSize: 10,
      databasePooler: process.env[poolerVariable],
      logLevel: 'silent',
      port: 0,
      // Background work would change the store while a test looks at it; some tests ask for it.
      fileTexts: false,
      conversionProcesses: 0,
      collectionIntervalHours: 0,
      schedulerEnabled: false,
      clusterEnabled: false,
      subtreeWrittenAtOnce: process.env.CARTULARY_TEST_WRITTEN_AT_ONCE,
      ...flags,
    },
  });
  const { services, close } = await compose(config, log);
  const app = createServer(services);
  checkResponses(app, services);
  return {
    app,
    services,
    request: (line, options = {}) => request(app, config.contextPath, { line, options }),
    listen: async () => {
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      return `${address}${config.contextPath}`;
    },
    close: async () => {
      await app.close();
      await close();
      await place.remove();
    },
  };
}

async function request(
  app: FastifyInstance,
  contextPath: string,
  { line, options }: { line: string; options: TestRequest },
): Promise<TestResponse> {
  const [method, path] = line.split(' ', 2) as ['GET', string];
  const response = await app.inject({
    method,
    url: contextPath + path,
    headers: headersOf(options),
    ...(options.body === undefined ? {} : { payload: payload(options.body) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers as TestResponse['headers'],
    text: response.payload,
    bytes: response.rawPayload,
    get json() {
      return JSON.parse(response.payload);
    },
  };
}

/** A server in another process, addressed over the network. */
export function remoteClient(url: string): TestClient {
  return {
    request: async (line, options = {}) => {
      const [method, path] = line.split(' ', 2) as ['GET', string];
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: headersOf(options),
        ...(options.body === undefined ? {} : { body: payload(options.body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const text = bytes.toString();
      const headers = Object.fromEntries(response.headers);
      return {
        status: response.status,
        headers,
        text,
        bytes,
        json: parsed(headers['content-type'], text),
      };
    },
  };
}

/** Undefined for other content, which may begin like JSON by chance. */
function parsed(type: string | undefined, text: string): unknown {
  return type?.includes('json') && text.startsWith('{') ? JSON.parse(text) : undefined;
}

function headersOf(options: TestRequest): Record<string, string> {
  return { ...authorization(options), ...contentType(options.body), ...options.headers };
}

function authorization({ user = 'Administrator', password }: TestRequest): Record<string, string> {
  if (user === null) return {};
  const text = `${user}:${password ?? user}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function payload(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
