import { availableParallelism } from 'node:os';
import { limits } from '../base/limits.ts';
import { isNetwork, networkNames } from '../base/networks.ts';
import { conversionSettings } from './conversion-settings.ts';
import { fileSettings } from './file-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { rateSettings } from './rate-settings.ts';
import { s3Settings } from './s3-settings.ts';
import { setting } from './setting-definition.ts';
import {
  allowedHost,
  flag,
  headerName,
  integer,
  listOf,
  oneOf,
  optional,
  pageOrigin,
  publicUrl,
  serviceUrl,
  text,
  zeroOr,
} from './setting-values.ts';
import { signInSettings } from './sign-in-settings.ts';
import { webSettings } from './web-settings.ts';

/**
 * The only list of settings. Each can be given in the configuration file (by its name), in the
 * environment (by `env`) or as a flag (`--` and the name in kebab-case); later ones win in that order.
 */
export const settings = {
  ...conversionSettings,
  ...fileSettings,
  ...mailSettings,
  ...rateSettings,
  ...s3Settings,
  ...signInSettings,
  ...webSettings,
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
  allowedHosts: setting<readonly string[]>({
    env: 'CARTULARY_ALLOWED_HOSTS',
    description: 'host names that requests may be made to, such as *.example.org; any when not set',
    default: [],
    parse: listOf(allowedHost, 'a host name or address without port, or *. and a domain'),
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
  bulkAbortedSeconds: setting({
    env: 'CARTULARY_BULK_ABORTED_SECONDS',
    description: 'how long the status of an aborted bulk command is kept',
    default: 43_200,
    parse: integer(1, 31_536_000, 'seconds'),
  }),
  bulkCompletedSeconds: setting({
    env: 'CARTULARY_BULK_COMPLETED_SECONDS',
    description: 'how long the status of a bulk command that completed without errors is kept',
    default: 3_600,
    parse: integer(1, 31_536_000, 'seconds'),
  }),
  bulkFailedSeconds: setting({
    env: 'CARTULARY_BULK_FAILED_SECONDS',
    description: 'how long the status of a bulk command with errors is kept after it completed',
    default: 86_400,
    parse: integer(1, 31_536_000, 'seconds'),
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
  contextPath: setting({
    env: 'CARTULARY_CONTEXT_PATH',
    description: 'path below which everything is served',
    default: '/nuxeo',
    parse: text({
      pattern: /^(?:\/[A-Za-z0-9._~-]+)+$|^$/,
      expected: 'a path such as /nuxeo, or empty for the root',
    }),
  }),
  corsCredentials: setting({
    env: 'CARTULARY_CORS_CREDENTIALS',
    description: 'let pages of corsOrigins use the session cookie of their users',
    default: false,
    parse: flag,
  }),
  corsHeaders: setting<readonly string[]>({
    env: 'CARTULARY_CORS_HEADERS',
    description: 'request headers that pages of corsOrigins may send beside those of the API',
    default: [],
    parse: listOf(headerName, 'the name of a header'),
  }),
  corsOrigins: setting<readonly string[]>({
    env: 'CARTULARY_CORS_ORIGINS',
    description: 'origins of pages of other sites that may use the server; * for any',
    default: [],
    parse: listOf(pageOrigin, 'an origin such as https://app.example.org, without a path, or *'),
  }),
  data: setting({
    env: 'CARTULARY_DATA',
    description: 'folder of the database and the blobs',
    isPath: true,
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
  extendedErrors: setting({
    env: 'CARTULARY_EXTENDED_ERRORS',
    description: 'adds stack traces to exception entities',
    default: false,
    parse: flag,
  }),
  failedJobRetentionDays: setting<number | null>({
    env: 'CARTULARY_FAILED_JOB_RETENTION_DAYS',
    description: 'how long failed background jobs are listed; for ever when empty',
    default: 30,
    parse: optional(integer(1, 36_500, 'days')),
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
  documentCacheMegabytes: setting({
    env: 'CARTULARY_DOCUMENT_CACHE_MEGABYTES',
    description:
      'memory for documents that are read again and again, with their answers; none with 0',
    default: 16,
    parse: integer(0, 1_024, 'mebibytes'),
  }),
  host: setting({
    env: 'CARTULARY_HOST',
    description: 'address to listen on; anything but a loopback address needs a password first',
    default: '127.0.0.1',
    parse: text({ pattern: /^\S+$/, expected: 'an address' }),
  }),
  jsonBodyMaxMegabytes: setting({
    env: 'CARTULARY_JSON_BODY_MAX_MEGABYTES',
    description: 'how large a JSON request body may be; files are uploaded apart, without a limit',
    default: 4,
    parse: integer(1, limits.jsonBodyBytesMax / 1024 / 1024, 'mebibytes'),
  }),
  lockExpiryHours: setting<number | null>({
    env: 'CARTULARY_LOCK_EXPIRY_HOURS',
    description: 'how long the lock of a document lasts; until it is ended when not set',
    default: null,
    parse: optional(integer(1, 87_600, 'hours')),
  }),
  logFormat: setting({
    env: 'CARTULARY_LOG_FORMAT',
    description: 'text for people, json for programs; auto is text on a terminal only',
    default: 'auto' as 'auto' | 'json' | 'text',
    parse: oneOf('auto', 'json', 'text'),
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
  passwordMinLength: setting({
    env: 'CARTULARY_PASSWORD_MIN_LENGTH',
    description:
      'least characters of new passwords, which must then not be common or the user name; 0 for no rule',
    default: 0,
    parse: zeroOr(integer(8, 128, 'characters')),
  }),
  port: setting({
    env: 'PORT',
    description: 'port to listen on; 0 takes a free one',
    default: 8080,
    parse: integer(0, 65_535, ''),
  }),
  publicUrl: setting<string | null>({
    env: 'CARTULARY_PUBLIC_URL',
    description: 'URL under which clients reach the context path; wins over all headers',
    default: null,
    parse: optional(publicUrl),
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
  recordsFolder: setting<string | null>({
    env: 'CARTULARY_RECORDS_FOLDER',
    description:
      'folder of the files of records, each of which is written once; in the data folder when not set',
    isPath: true,
    default: null,
    parse: optional(text({ pattern: /./, expected: 'a folder' })),
  }),
  registrationTimeLimitMs: setting({
    env: 'CARTULARY_REGISTRATION_TIME_LIMIT_MS',
    description: 'how long the registration server may take to answer',
    default: 5_000,
    parse: integer(100, 60_000, 'milliseconds'),
  }),
  registrationToken: setting<string | null>({
    env: 'CARTULARY_REGISTRATION_TOKEN',
    description: 'token that is sent to the registration server',
    isSecret: true,
    default: null,
    parse: optional(
      text({ pattern: /^[\x21-\x7e]{1,4000}$/, expected: 'a text of printable ASCII characters' }),
    ),
  }),
  registrationUrl: setting<string | null>({
    env: 'CARTULARY_REGISTRATION_URL',
    description: 'where the registration of this instance is asked for; nowhere when not set',
    default: null,
    parse: optional(serviceUrl),
  }),
  requestTimeoutSeconds: setting({
    env: 'CARTULARY_REQUEST_TIMEOUT_SECONDS',
    description: 'how long a request may take to arrive with its whole body, uploads included',
    default: 7_200,
    parse: integer(1, 86_400, 'seconds'),
  }),
  schedulerEnabled: setting({
    env: 'CARTULARY_SCHEDULER_ENABLED',
    description: 'start the work of schedules; when off, other servers of the store must do it',
    default: true,
    parse: flag,
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
  statusKey: setting<string | null>({
    env: 'CARTULARY_STATUS_KEY',
    description: 'secret with which monitoring reads all probes, at /runningstatus?info=summary',
    isSecret: true,
    default: null,
    parse: optional(
      text({ pattern: /^[\x21-\x7e]{8,1000}$/, expected: '8 or more printable ASCII characters' }),
    ),
  }),
  subtreeWrittenAtOnce: setting({
    env: 'CARTULARY_SUBTREE_WRITTEN_AT_ONCE',
    description:
      'documents below a folder up to which a change of its permissions or its place is written to all of them in its transaction; with more they are written afterwards, in slices',
    default: limits.writtenAtOnce,
    parse: integer(0, 10_000, 'documents'),
  }),
  transactionOperationsMax: setting({
    env: 'CARTULARY_TRANSACTION_OPERATIONS_MAX',
    description: 'operations that one call may run after its first change, elements of lists each',
    default: 10_000,
    parse: integer(1, 10_000_000, 'operations'),
  }),
  transactionTimeLimitMs: setting({
    env: 'CARTULARY_TRANSACTION_TIME_LIMIT_MS',
    description: 'how long a call of many operations may keep other writers waiting',
    default: 2_000,
    parse: integer(100, 3_600_000, 'milliseconds'),
  }),
  transactionTimeoutSeconds: setting({
    env: 'CARTULARY_TRANSACTION_TIMEOUT_SECONDS',
    description: 'how long an operation or chain may take before it is rolled back',
    default: 300,
    parse: integer(1, 86_400, 'seconds'),
  }),
  trustedProxies: setting<readonly string[]>({
    env: 'CARTULARY_TRUSTED_PROXIES',
    description: 'addresses or subnets of proxies whose X-Forwarded-* headers are believed',
    default: [],
    parse: listOf(
      (text) => (isNetwork(text) ? text : undefined),
      `an address, a subnet such as 10.0.0.0/8, or ${networkNames.join(', ')}`,
    ),
  }),
  waitingOperationsMax: setting({
    env: 'CARTULARY_WAITING_OPERATIONS_MAX',
    description: 'operations in the background that may wait; calls beyond are refused with 429',
    default: 10_000,
    parse: integer(1, 1_000_000, 'operations'),
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
