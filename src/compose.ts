import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { purgeExpiredExecutions } from './automation/async/execution-store.ts';
import { operationJobKind } from './automation/async/operation-job.ts';
import { createAutomation } from './automation/automation.ts';
import { AppError } from './base/errors/app-error.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import { randomId } from './base/ids.ts';
import { readJsonFile } from './base/json-file.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import { openFileBlobStore } from './blobs/file-blob-store.ts';
import type { Config } from './config/settings.ts';
import { TextExtractor } from './content/text-extraction/text-extractor.ts';
import { databaseFileName, prepareDataFolder } from './data-folder.ts';
import { createApp } from './http/app.ts';
import { createAuditTrail } from './http/audit-trail.ts';
import {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
} from './http/authentication.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { createMetrics } from './http/metrics.ts';
import { PublicAddresses } from './http/public-address.ts';
import { routes } from './http/routes/index.ts';
import type { Services } from './http/services.ts';
import {
  type CollectionSchedule,
  collectContentsKind,
  scheduleCollection,
} from './jobs/collect-contents.ts';
import {
  type ExtractionServices,
  extractTextsKind,
  TextCounts,
} from './jobs/fulltext/extract-texts.ts';
import { type FinishingServices, finishWordsKind } from './jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from './jobs/fulltext/index-documents.ts';
import { settleWords } from './jobs/fulltext/settle-words.ts';
import { startTextWatch } from './jobs/fulltext/text-watch.ts';
import { createWorker } from './jobs/worker.ts';
import {
  isLoopback,
  passwordPolicyOf,
  refuseKnownPassword,
  requireFirstPassword,
} from './known-password.ts';
import type { ContentModel } from './model/content-model.ts';
import {
  buildContentModel,
  defaultModelFile,
  loadDefaultModel,
  parseModelFile,
} from './model/content-model-file.ts';
import type { DirectoryCatalogue } from './model/directory.ts';
import {
  buildDirectoryCatalogue,
  defaultDirectoryFile,
  loadDefaultDirectories,
  parseDirectoryFile,
} from './model/directory-file.ts';
import { defaultChains, operations } from './operations/index.ts';
import type { BlobServices } from './repository/attachments/blobs.ts';
import { ownsContents } from './repository/attachments/content-owner.ts';
import { startExpiryPurge } from './repository/attachments/expiry-purge.ts';
import { loadDirectories } from './repository/directories/load-directories.ts';
import { ensureInitialContent } from './repository/editing/initial-content.ts';
import { WordThread } from './repository/fulltext/word-thread.ts';
import {
  ensureDefaultPrincipals,
  hasNoPrincipals,
} from './repository/principals/default-principals.ts';
import { hashPassword } from './repository/principals/passwords.ts';
import { auditPurge } from './repository/search/audit-search.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import { AclCache } from './repository/unit/acl-cache.ts';
import { purgeExpiredResponses } from './repository/unit/idempotency.ts';
import { createSystemSession, type RepositoryContext } from './repository/unit/session.ts';
import type { Database } from './storage/database.ts';
import { migrations } from './storage/migrations/index.ts';
import { migrate } from './storage/migrations/migrate.ts';

/** No transfer takes longer; younger files may belong to an import or another node at work. */
const staleTransferMs = 24 * 60 * 60 * 1000;

/** A store and the rules it lives by: what the command line works on without a server. */
export interface OpenedStore extends BlobServices {
  readonly repository: RepositoryContext;
  close(): Promise<void>;
}

/** An opened store with everything that serves it; `close` gives all of it back. */
export interface Composition {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Opens the store and builds the services. The only place that names concrete engines.
 *
 * @throws AppError content-model.invalid, directory.invalid, store.*; ConfigError when the address to listen on is open
 * to others and the Administrator has the password that everybody knows
 */
export async function compose(config: Config, log?: Logger): Promise<Composition> {
  const logger = log ?? createLogger(config.logLevel, config.logFormat);
  const store = await openStore(config);
  try {
    await refuseKnownPassword(config, store.database);
    await prepareStore(store, config, logger);
    const textReading = {
      textExtractor: new TextExtractor(),
      textCounts: new TextCounts(),
      wordThread: new WordThread(),
    };
    const services = await createServices(store, { config, log: logger, textReading });
    await store.blobs.cleanTemporary({ olderThanMs: staleTransferMs });
    await scheduleCollection(store.database, collectionSchedule(config));
    const background = startBackground(services, config, textReading);
    const close = async (): Promise<void> => {
      await services.releases.settled();
      await background.stop();
      await services.auditTrail.settle();
      await store.close();
    };
    return { services, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What is read of files and long texts, and what the metrics say of it. */
type TextReading = Pick<ExtractionServices, 'textExtractor' | 'textCounts'> &
  Pick<FinishingServices, 'wordThread'>;

interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly textReading: TextReading;
}

async function createServices(
  store: OpenedStore,
  { config, log, textReading }: ServiceOptions,
): Promise<Services> {
  const { database, blobs, repository } = store;
  const pageProviders = await loadPageProviders(repository, config.pageProviderFiles);
  const { isAudited } = repository;
  const auditTrail = createAuditTrail({ database, log, isAudited });
  const errorDisplay: ErrorDisplay = { isExtended: config.extendedErrors };
  const automation = await createAutomation({
    ...store,
    pageProviders,
    log,
    operations,
    chains: defaultChains,
    files: config.operationFiles,
    queryTimeLimitMs: config.queryTimeLimitMs,
    transactionLimits: {
      operationsMax: config.transactionOperationsMax,
      timeLimitMs: config.transactionTimeLimitMs,
    },
    background: { readsFiles: config.fileTexts, settleAudit: () => auditTrail.settle() },
    errorDisplay,
  });
  return {
    config,
    log,
    errorDisplay,
    database,
    repository,
    pageProviders,
    blobs,
    automation,
    auditTrail,
    authenticator: openAuthenticator(store, { config, log, auditTrail }),
    publicAddresses: new PublicAddresses(config),
    crossOrigin: new CrossOrigin(config),
    metrics: createMetrics(database.queryThreads, textReading.textCounts),
    releases: new PendingWork(),
    nodeId: randomId(),
  };
}

/** To the network, a weak password that was set elsewhere opens nothing either. */
function openAuthenticator(
  { database, repository }: OpenedStore,
  options: Omit<AuthenticatorOptions, 'database'> & { readonly config: Config },
): Authenticator {
  const passwords = isLoopback(options.config.host) ? {} : { passwords: repository.passwords };
  return createAuthenticator({ ...options, database, ...passwords });
}

/** What goes on while the server runs without anybody asking for it. */
function startBackground(
  services: Services,
  config: Config,
  textReading: TextReading,
): { stop(): Promise<void> } {
  const { database, automation, log } = services;
  const others = [
    purgeExpiredExecutions,
    purgeExpiredResponses,
    auditPurge(config.auditRetentionDays),
  ];
  const purge = startExpiryPurge(services, { others });
  const collect = collectContentsKind(collectionSchedule(config));
  const kinds = [operationJobKind, indexDocumentsKind, extractTextsKind, finishWordsKind, collect];
  const worker = createWorker({
    database,
    kinds,
    services: { ...automation, ...textReading },
    log,
  });
  worker.start();
  const texts = startTextWatch({ database, log, readsFiles: config.fileTexts });
  return {
    stop: async () => {
      await texts.stop();
      await worker.stop();
      textReading.textExtractor.close();
      await textReading.wordThread.close();
      await purge.stop();
    },
  };
}

function collectionSchedule(config: Config): CollectionSchedule {
  const { collectionIntervalHours, collectionGraceHours } = config;
  return { intervalHours: collectionIntervalHours, graceHours: collectionGraceHours };
}

/**
 * Opens the configured store at the program's revision. It may still be empty: see `prepareStore`.
 *
 * @throws AppError content-model.invalid, directory.invalid, store.*
 */
export async function openStore(config: Config): Promise<OpenedStore> {
  const model = await loadModel(config.contentModelFiles);
  const directories = await loadCatalogue(config.directoryFiles);
  const folder = await prepareDataFolder(config);
  const database = await openDatabase(config, folder);
  try {
    await migrate(database, migrations);
    const blobs = await openFileBlobStore({
      root: join(folder, 'blobs'),
      digestAlgorithm: config.digestAlgorithm,
    });
    const repository = {
      model,
      acls: new AclCache(),
      directories,
      isAudited: config.auditEnabled,
      hasFulltext: config.fulltextEnabled,
      passwords: passwordPolicyOf(config),
    };
    return { database, blobs, repository, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Gives an empty store its first users, documents and directory entries. */
export async function prepareStore(
  { database, blobs, repository }: OpenedStore,
  config: Config,
  log: Logger,
): Promise<void> {
  await ensureAccounts(config, database, log);
  await database.write(async (handle) => {
    await ensureInitialContent(handle, createSystemSession(repository));
    await loadDirectories(handle, repository.directories);
  });
  await settleWords({ database, repository });
  if (!(await ownsContents({ database, blobs }))) {
    log.warn('the stored files belong to another database: contents that nothing names will stay');
  }
}

export function createServer(services: Services): FastifyInstance {
  return createApp(services, routes);
}

async function loadCatalogue(files: readonly string[]): Promise<DirectoryCatalogue> {
  if (files.length === 0) return loadDefaultDirectories();
  const parsed = await Promise.all(files.map(readDirectoryFile));
  return buildDirectoryCatalogue([defaultDirectoryFile, ...parsed]);
}

async function readDirectoryFile(path: string) {
  try {
    return await parseDirectoryFile(await readJsonFile(path), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('directory.invalid', `directoryFiles, ${path}: ${reason}`, { cause });
  }
}

async function loadModel(files: readonly string[]): Promise<ContentModel> {
  if (files.length === 0) return loadDefaultModel();
  const parsed = await Promise.all(files.map(readModelFile));
  return buildContentModel([defaultModelFile, ...parsed]);
}

async function readModelFile(path: string) {
  try {
    return await parseModelFile(await readJsonFile(path), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('content-model.invalid', `contentModelFiles, ${path}: ${reason}`, { cause });
  }
}

/** The engines are loaded on demand: a SQLite server never loads the PostgreSQL driver. */
async function openDatabase(config: Config, folder: string): Promise<Database> {
  if (config.databaseUrl !== null) {
    const { PostgresDatabase } = await import('./storage/postgres/postgres-database.ts');
    return new PostgresDatabase({
      connectionString: config.databaseUrl,
      poolSize: config.databasePoolSize,
      queueTimeoutMs: config.writeQueueTimeoutMs,
    });
  }
  const { SqliteDatabase } = await import('./storage/sqlite/sqlite-database.ts');
  return new SqliteDatabase({
    path: join(folder, databaseFileName),
    queueTimeoutMs: config.writeQueueTimeoutMs,
    queryThreads: config.queryThreads,
  });
}

async function ensureAccounts(config: Config, database: Database, log: Logger): Promise<void> {
  if (!(await database.read(hasNoPrincipals))) return;
  const password = await requireFirstPassword(config);
  const administratorPasswordHash = await hashPassword(password);
  await database.write((handle) => ensureDefaultPrincipals(handle, { administratorPasswordHash }));
  const hint =
    config.administratorPassword === null
      ? `user Administrator, password ${password}`
      : 'user Administrator, the configured password';
  log.info(`created the store: ${hint}`);
}
