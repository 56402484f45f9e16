import type { FastifyInstance } from 'fastify';
import {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
} from './authentication/authentication.ts';
import { isLoopback, refuseKnownPassword } from './authentication/known-password.ts';
import { purgeExpiredExecutions } from './automation/async/execution-store.ts';
import { operationJobKind } from './automation/async/operation-job.ts';
import { createAutomation } from './automation/automation.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import { randomId } from './base/ids.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import type { Config } from './config/settings.ts';
import { TextExtractor } from './content/text-extraction/text-extractor.ts';
import { createApp } from './http/app.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { createMetrics } from './http/metrics.ts';
import { PublicAddresses } from './http/public-address.ts';
import { routes } from './http/routes/index.ts';
import type { Services } from './http/services.ts';
import { collectContentsKind } from './jobs/collect-contents.ts';
import {
  type ExtractionServices,
  extractTextsKind,
  TextCounts,
} from './jobs/fulltext/extract-texts.ts';
import { type FinishingServices, finishWordsKind } from './jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from './jobs/fulltext/index-documents.ts';
import { startTextWatch } from './jobs/fulltext/text-watch.ts';
import { purgeExpiredKind } from './jobs/purge-expired.ts';
import { createWorker } from './jobs/worker.ts';
import { defaultChains, operations } from './operations/index.ts';
import { createAuditTrail } from './repository/audit/audit-trail.ts';
import { WordThread } from './repository/fulltext/word-thread.ts';
import { auditPurge } from './repository/search/audit-search.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import { purgeExpiredResponses } from './repository/unit/idempotency.ts';
import { type OpenedStore, openStore, prepareStore } from './store.ts';

/** No transfer takes longer; younger files may belong to an import or another node at work. */
const staleTransferMs = 24 * 60 * 60 * 1000;

/** An opened store with everything that serves it; `close` gives all of it back. */
interface Composition {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Opens the store and builds the services.
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
  const kinds = [
    operationJobKind,
    indexDocumentsKind,
    extractTextsKind,
    finishWordsKind,
    purgeExpiredKind({ others }),
    collectContentsKind({
      intervalHours: config.collectionIntervalHours,
      graceHours: config.collectionGraceHours,
    }),
  ];
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
    },
  };
}

export function createServer(services: Services): FastifyInstance {
  return createApp(services, routes);
}
