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
import { createActivity } from './base/activity.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import { randomId } from './base/ids.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import { bulkActions } from './bulk/actions/index.ts';
import { purgeExpiredCommands } from './bulk/clean-job.ts';
import { type BulkEnvironment, createBulkEnvironment } from './bulk/environment.ts';
import { bulkJobKinds } from './bulk/kinds.ts';
import type { Config } from './config/settings.ts';
import { createApp } from './http/app.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { createMetrics, type ProcessCounts } from './http/metrics.ts';
import { PublicAddresses } from './http/public-address.ts';
import { routes } from './http/routes/index.ts';
import type { Services } from './http/services.ts';
import { collectContentsKind } from './jobs/collect-contents.ts';
import { extractTextsKind, TextCounts } from './jobs/fulltext/extract-texts.ts';
import { finishWordsKind } from './jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from './jobs/fulltext/index-documents.ts';
import type { JobKind } from './jobs/job-kind.ts';
import { purgeExpiredKind } from './jobs/purge-expired.ts';
import { settleChangesKind } from './jobs/subtrees/settle-changes.ts';
import { SubtreeCounts } from './jobs/subtrees/subtree-counts.ts';
import { subtreeTasksKind } from './jobs/subtrees/subtree-tasks.ts';
import { createWorker } from './jobs/worker.ts';
import { defaultChains, operations } from './operations/index.ts';
import { createAuditTrail } from './repository/audit/audit-trail.ts';
import { auditPurge } from './repository/search/audit-search.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import { purgeExpiredResponses } from './repository/unit/idempotency.ts';
import { type OpenedStore, openStore, prepareStore } from './store.ts';

/** No transfer takes longer; newer files may belong to a running import or another node. */
const staleTransferMs = 24 * 60 * 60 * 1000;

/** An opened store with all its services; `close` releases all of them. */
interface Composition {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Opens the store and builds the services.
 *
 * @throws AppError content-model.invalid, directory.invalid, store.*; ConfigError when the address
 *   to listen on is open to others and the Administrator has the well-known initial password
 */
export async function compose(config: Config, log?: Logger): Promise<Composition> {
  const logger = log ?? createLogger(config.logLevel, config.logFormat);
  const store = await openStore(config, logger);
  try {
    await refuseKnownPassword(config, store.database);
    await prepareStore(store, config, logger);
    const textCounts = new TextCounts();
    const subtreeCounts = new SubtreeCounts();
    const indexing = [
      indexDocumentsKind(store),
      extractTextsKind({ ...store, textCounts, readsFiles: config.fileTexts }),
      finishWordsKind(store),
    ];
    const counts = { queryThreads: store.database.queryThreads, textCounts, subtreeCounts };
    const services = await createServices(store, { config, log: logger, counts, indexing });
    await store.blobs.cleanTemporary({ olderThanMs: staleTransferMs });
    const kinds = [
      ...indexing,
      settleChangesKind({ ...store, counts: subtreeCounts }),
      subtreeTasksKind({ ...store, counts: subtreeCounts }),
      ...otherKinds(services, config),
    ];
    const worker = createWorker({ database: store.database, log: logger, kinds });
    worker.start();
    const close = async (): Promise<void> => {
      await services.releases.settled();
      await worker.stop();
      await services.auditTrail.settle();
      await store.close();
    };
    return { services, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly counts: Omit<ProcessCounts, 'bulkCounts'>;
  readonly indexing: readonly JobKind[];
}

async function createServices(
  store: OpenedStore,
  { config, log, counts, indexing }: ServiceOptions,
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
    background: { indexing, settleAudit: () => auditTrail.settle() },
    errorDisplay,
  });
  const activity = createActivity();
  const bulk = createBulkEnvironment(automation, {
    retention: retentionOf(config),
    activity,
    actions: bulkActions,
  });
  return {
    config,
    log,
    activity,
    bulk,
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
    metrics: createMetrics({ ...counts, bulkCounts: bulk.counts }),
    releases: new PendingWork(),
    nodeId: randomId(),
  };
}

function retentionOf(config: Config): BulkEnvironment['retention'] {
  return {
    completedMs: config.bulkCompletedSeconds * 1_000,
    failedMs: config.bulkFailedSeconds * 1_000,
    abortedMs: config.bulkAbortedSeconds * 1_000,
  };
}

/** From the network, a weak password that was set elsewhere is not accepted either. */
function openAuthenticator(
  { database, repository }: OpenedStore,
  options: Omit<AuthenticatorOptions, 'database'> & { readonly config: Config },
): Authenticator {
  const passwords = isLoopback(options.config.host) ? {} : { passwords: repository.passwords };
  return createAuthenticator({ ...options, database, ...passwords });
}

/** Background work of the server, besides the completion of the full text. */
function otherKinds({ automation, blobs, bulk }: Services, config: Config): readonly JobKind[] {
  const others = [
    purgeExpiredCommands,
    purgeExpiredExecutions,
    purgeExpiredResponses,
    auditPurge(config.auditRetentionDays),
  ];
  return [
    operationJobKind(automation),
    ...bulkJobKinds(bulk),
    purgeExpiredKind({ blobs }, { others }),
    collectContentsKind(
      { blobs },
      {
        intervalHours: config.collectionIntervalHours,
        graceHours: config.collectionGraceHours,
      },
    ),
  ];
}

export function createServer(services: Services): FastifyInstance {
  return createApp(services, routes);
}
