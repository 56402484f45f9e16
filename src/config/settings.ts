import { availableParallelism } from 'node:os';

/**
 * The only list of settings. Each can be given in the configuration file (by its name), in the
 * environment (by `env`) or as a flag (`--` and the name in kebab-case); later ones win in that order.
 */
export interface SettingDefinition<T> {
  readonly env: string;
  readonly description: string;
  /** Shown as *** by --print-config. */
  readonly isSecret?: boolean;
  readonly default: T;
  /** The value, or a problem text. Input comes as text from the environment and flags. */
  parse(input: unknown): T | Problem;
}

export class Problem {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function text(options: { pattern?: RegExp; expected: string }) {
  return (input: unknown): string | Problem =>
    typeof input === 'string' && (options.pattern?.test(input) ?? true)
      ? input
      : new Problem(`must be ${options.expected}`);
}

function optional<T>(parse: (input: unknown) => T | Problem) {
  return (input: unknown): T | null | Problem =>
    input === null || input === '' ? null : parse(input);
}

function integer(min: number, max: number, unit: string) {
  return (input: unknown): number | Problem => {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : new Problem(
          `must be a whole number from ${min} to ${max}${unit === '' ? '' : ` (${unit})`}`,
        );
  };
}

function flag(input: unknown): boolean | Problem {
  if (input === true || input === 'true' || input === '1') return true;
  if (input === false || input === 'false' || input === '0') return false;
  return new Problem('must be true or false');
}

function oneOf<const T extends string>(...values: readonly T[]) {
  return (input: unknown): T | Problem =>
    values.find((value) => value === input) ?? new Problem(`must be one of ${values.join(', ')}`);
}

function textList(input: unknown): readonly string[] | Problem {
  const items = typeof input === 'string' ? input.split(',').filter((item) => item !== '') : input;
  return Array.isArray(items) && items.every((item) => typeof item === 'string')
    ? items
    : new Problem('must be a list of texts');
}

function setting<T>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition;
}

const parseUrl = text({ pattern: /^https?:\/\/[^\s]+$/, expected: 'an http(s) URL' });

export const settings = {
  accessLog: setting({
    env: 'CARTULARY_ACCESS_LOG',
    description: 'write a log line for every request',
    default: false,
    parse: flag,
  }),
  administratorPassword: setting<string | null>({
    env: 'CARTULARY_ADMIN_PASSWORD',
    description: 'password of Administrator, set when the store is created',
    isSecret: true,
    default: null,
    parse: optional(text({ pattern: /^.{1,1000}$/s, expected: 'a text of 1 to 1000 characters' })),
  }),
  auditEnabled: setting({
    env: 'CARTULARY_AUDIT_ENABLED',
    description: 'record in the audit what happens to documents, users and groups',
    default: true,
    parse: flag,
  }),
  auditRetentionDays: setting<number | null>({
    env: 'CARTULARY_AUDIT_RETENTION_DAYS',
    description: 'how long entries of the audit are kept; for ever when not set',
    default: null,
    parse: optional(integer(1, 36_500, 'days')),
  }),
  collectionGraceHours: setting({
    env: 'CARTULARY_COLLECTION_GRACE_HOURS',
    description: 'how long stored content stays although nothing names it',
    default: 24,
    parse: integer(1, 8_760, 'hours'),
  }),
  collectionIntervalHours: setting({
    env: 'CARTULARY_COLLECTION_INTERVAL_HOURS',
    description: 'how often contents that nothing names are removed; never with 0',
    default: 24,
    parse: integer(0, 8_760, 'hours'),
  }),
  contentModelFiles: setting<readonly string[]>({
    env: 'CARTULARY_CONTENT_MODEL_FILES',
    description: 'JSON files with additional schemas, facets, types, life cycles and content',
    default: [],
    parse: textList,
  }),
  contextPath: setting({
    env: 'CARTULARY_CONTEXT_PATH',
    description: 'path below which everything is served',
    default: '/nuxeo',
    parse: text({
      pattern: /^(?:\/[A-Za-z0-9._~-]+)+$|^$/,
      expected: 'a path such as /nuxeo, or empty for the root',
    }),
  }),
  data: setting({
    env: 'CARTULARY_DATA',
    description: 'folder of the database and the blobs',
    default: './data',
    parse: text({ pattern: /./, expected: 'a folder' }),
  }),
  databasePoolSize: setting({
    env: 'CARTULARY_DATABASE_POOL_SIZE',
    description: 'connections to PostgreSQL',
    default: 20,
    parse: integer(2, 500, 'connections'),
  }),
  databaseUrl: setting<string | null>({
    env: 'CARTULARY_DATABASE_URL',
    description: 'postgres://user:password@host/database; SQLite in the data folder when not set',
    isSecret: true,
    default: null,
    parse: optional(
      text({ pattern: /^postgres(?:ql)?:\/\/.+/, expected: 'a postgres:// address' }),
    ),
  }),
  development: setting({
    env: 'CARTULARY_DEVELOPMENT',
    description: 'adds Server-Timing with the number of queries to every answer',
    default: false,
    parse: flag,
  }),
  digestAlgorithm: setting({
    env: 'CARTULARY_DIGEST_ALGORITHM',
    description: 'digest shown for blobs; MD5 for clients that insist on it',
    default: 'SHA-256' as 'SHA-256' | 'MD5',
    parse: oneOf('SHA-256', 'MD5'),
  }),
  directoryFiles: setting<readonly string[]>({
    env: 'CARTULARY_DIRECTORY_FILES',
    description: 'JSON files with additional directories, entries and translations of labels',
    default: [],
    parse: textList,
  }),
  extendedErrors: setting({
    env: 'CARTULARY_EXTENDED_ERRORS',
    description: 'adds stack traces to exception entities',
    default: false,
    parse: flag,
  }),
  fileTexts: setting({
    env: 'CARTULARY_FILE_TEXTS',
    description: 'read the texts of files in the background, so that searches find words in them',
    default: true,
    parse: flag,
  }),
  fulltextEnabled: setting({
    env: 'CARTULARY_FULLTEXT_ENABLED',
    description: 'find documents by their words; turned on again, all words are stored anew',
    default: true,
    parse: flag,
  }),
  host: setting({
    env: 'CARTULARY_HOST',
    description: 'address to listen on; anything but a loopback address needs a password first',
    default: '127.0.0.1',
    parse: text({ pattern: /^\S+$/, expected: 'an address' }),
  }),
  logLevel: setting({
    env: 'CARTULARY_LOG_LEVEL',
    description: 'least severe level that is logged',
    default: 'info' as 'debug' | 'info' | 'warn' | 'error' | 'silent',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  metricsPublic: setting({
    env: 'CARTULARY_METRICS_PUBLIC',
    description: 'serve /metrics without login',
    default: false,
    parse: flag,
  }),
  operationFiles: setting<readonly string[]>({
    env: 'CARTULARY_OPERATION_FILES',
    description: 'JSON files with chains, restrictions of operations and operations to hide',
    default: [],
    parse: textList,
  }),
  pageProviderFiles: setting<readonly string[]>({
    env: 'CARTULARY_PAGE_PROVIDER_FILES',
    description: 'JSON files with additional page providers; later ones replace earlier ones',
    default: [],
    parse: textList,
  }),
  port: setting({
    env: 'PORT',
    description: 'port to listen on; 0 takes a free one',
    default: 8080,
    parse: integer(0, 65_535, ''),
  }),
  queryThreads: setting({
    env: 'CARTULARY_QUERY_THREADS',
    description: 'threads for slow queries on SQLite; with 0 these keep other requests waiting',
    default: Math.min(4, Math.max(2, availableParallelism() - 1)),
    parse: integer(0, 64, 'threads'),
  }),
  queryTimeLimitMs: setting({
    env: 'CARTULARY_QUERY_TIME_LIMIT_MS',
    description: 'how long a query of a caller may take before it is stopped with 503',
    default: 30_000,
    parse: integer(100, 3_600_000, 'milliseconds'),
  }),
  sessionLifetimeSeconds: setting({
    env: 'CARTULARY_SESSION_LIFETIME_SECONDS',
    description: 'how long a session cookie is good for',
    default: 43_200,
    parse: integer(60, 31_536_000, 'seconds'),
  }),
  shutdownTimeoutMs: setting({
    env: 'CARTULARY_SHUTDOWN_TIMEOUT_MS',
    description: 'how long running requests may take to finish when the server stops',
    default: 30_000,
    parse: integer(0, 600_000, 'milliseconds'),
  }),
  transactionTimeoutSeconds: setting({
    env: 'CARTULARY_TRANSACTION_TIMEOUT_SECONDS',
    description: 'how long an operation or chain may take before it is rolled back',
    default: 300,
    parse: integer(1, 86_400, 'seconds'),
  }),
  trustedProxies: setting<readonly string[]>({
    env: 'CARTULARY_TRUSTED_PROXIES',
    description: 'addresses or subnets of proxies whose X-Forwarded-For tells the client',
    default: [],
    parse: textList,
  }),
  virtualHost: setting<string | null>({
    env: 'CARTULARY_VIRTUAL_HOST',
    description: 'public URL of the context path, for generated links',
    default: null,
    parse: optional(parseUrl),
  }),
  wireDialect: setting({
    env: 'CARTULARY_WIRE_DIALECT',
    description: 'contract, or native for clients written against the reference server',
    default: 'contract' as 'contract' | 'native',
    parse: oneOf('contract', 'native'),
  }),
  writeQueueTimeoutMs: setting({
    env: 'CARTULARY_WRITE_QUEUE_TIMEOUT_MS',
    description: 'how long a write may wait for its turn',
    default: 30_000,
    parse: integer(100, 600_000, 'milliseconds'),
  }),
} as const;

export type SettingName = keyof typeof settings;

export type Config = {
  readonly [Name in SettingName]: (typeof settings)[Name]['default'];
};
