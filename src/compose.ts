import type { FastifyInstance } from 'fastify';
import { refuseKnownPassword } from './authentication/known-password.ts';
import { RateLimits } from './authentication/rate-limits.ts';
import { type Automation, createAutomation } from './automation/automation.ts';
import { findListenerProblems } from './automation/listeners/run-listener.ts';
import { findScheduleProblems } from './automation/schedules/scheduled-operation.ts';
import type { TransactionLimits } from './automation/transaction-budget.ts';
import { createActivity } from './base/activity.ts';
import { AppError } from './base/errors/app-error.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import { randomId } from './base/ids.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import { SharedWork } from './base/shared-work.ts';
import { bulkActions } from './bulk/actions/index.ts';
import { type BulkEnvironment, createBulkEnvironment } from './bulk/environment.ts';
import { ConfigError } from './config/load.ts';
import type { Config } from './config/settings.ts';
import { removeLeftFolders } from './conversion/external-program.ts';
import { Workshop } from './conversion/workshop.ts';
import { createApp } from './http/app.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { createMetrics, type ProcessCounts } from './http/metrics.ts';
import { PreviewMaker } from './http/previews/preview-maker.ts';
import { ProbeRunner } from './http/probes/probe-runner.ts';
import { PublicAddresses } from './http/public-address.ts';
import { RegistrationStatus } from './http/registration/registration-status.ts';
import { routes } from './http/routes/index.ts';
import { takenNames, webApplicationRoutes } from './http/routes/web-applications.ts';
import type { Services } from './http/services.ts';
import { openWebApplications } from './http/web-applications/web-application.ts';
import { backgroundKinds, readSchedules, textKinds } from './job-kinds.ts';
import { TextCounts } from './jobs/fulltext/unread-texts.ts';
import type { JobKind } from './jobs/job-kind.ts';
import { MediaCounts } from './jobs/media/complete-media.ts';
import { RenditionCounts } from './jobs/renditions/make-renditions.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { Scheduler } from './jobs/schedules/scheduler.ts';
import { SubtreeCounts } from './jobs/subtrees/subtree-counts.ts';
import { createWorker } from './jobs/worker.ts';
import { readMailSettings } from './mail-settings.ts';
import { defaultChains, defaultRestrictions, operations } from './operations/index.ts';
import { finishRemovals } from './repository/attachments/removal-decisions.ts';
import { createAuditTrail } from './repository/audit/audit-trail.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import { openSignIn } from './sign-in.ts';
import { type OpenedStore, openStore, prepareStore } from './store.ts';
import { prepareWorkflows } from './workflow-files.ts';

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
 * @throws AppError content-model.invalid, directory.invalid, workflow.invalid, store.*; ConfigError for schedules that
 *   cannot run, and when the address to listen on is open to others and the Administrator has the
 *   well-known initial password
 */
export async function compose(config: Config, log?: Logger): Promise<Composition> {
  const logger = log ?? createLogger(config.logLevel, config.logFormat);
  const schedules = await readSchedules(config);
  const mail = await readMailSettings(config);
  const store = await openStore(config, logger);
  try {
    await refuseKnownPassword(config, store.database);
    await prepareStore(store, config, logger);
    const counts = newCounts(store);
    const { indexing, recognition } = textKinds(store, config, counts.textCounts);
    const automated = await createServices(store, { config, log: logger, counts, indexing });
    await requireRunnable(automated.automation, schedules);
    requireKnownOperations(automated.automation);
    const { registry } = automated.automation;
    await prepareWorkflows(store, (name) => registry.find(name) !== undefined);
    await store.blobs.cleanTemporary({ olderThanMs: staleTransferMs });
    await finishRemovals(store);
    await removeLeftFolders();
    const kinds = backgroundKinds(store, { config, services: automated, counts, mail, schedules });
    const jobKinds = [...indexing, recognition, ...kinds];
    const scheduler = new Scheduler({ ...store, log: logger, schedules });
    const services = { ...automated, scheduler, jobKinds };
    const worker = createWorker({ ...store, log: logger, kinds: jobKinds });
    worker.start();
    if (config.schedulerEnabled) scheduler.start();
    const close = async (): Promise<void> => {
      await services.releases.settled();
      await scheduler.stop();
      await worker.stop();
      // Not before: a job whose conversion ends without a signal to the job has failed.
      services.workshop.close();
      await services.rateLimits.close();
      await services.authenticator.settle();
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
  readonly counts: Omit<ProcessCounts, 'bulkCounts' | 'workCounts' | 'refusals'>;
  readonly indexing: readonly JobKind[];
}

async function createServices(
  store: OpenedStore,
  { config, log, counts, indexing }: ServiceOptions,
): Promise<Omit<Services, 'scheduler' | 'jobKinds'>> {
  const { database, blobs, repository } = store;
  const pageProviders = await loadPageProviders(repository, config.pageProviderFiles);
  const { isAudited } = repository;
  const auditTrail = createAuditTrail({ database, log, isAudited });
  const errorDisplay: ErrorDisplay = { isExtended: config.extendedErrors };
  const workshop = new Workshop({
    processesMax: config.conversionProcesses,
    requestProcessesMax: config.requestConversionProcesses,
  });
  const automation = await createAutomation({
    ...store,
    pageProviders,
    workshop,
    log,
    operations,
    chains: defaultChains,
    restrictions: defaultRestrictions,
    files: config.operationFiles,
    queryTimeLimitMs: config.queryTimeLimitMs,
    transactionLimits: transactionLimitsOf(config),
    background: { indexing, settleAudit: () => auditTrail.settle() },
    errorDisplay,
  });
  const rateLimits = new RateLimits({ config, database, log });
  const activity = createActivity();
  const retention = retentionOf(config);
  const bulk = createBulkEnvironment(automation, { retention, activity, actions: bulkActions });
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
    workshop,
    previews: new PreviewMaker({ database, blobs }),
    awaitedRenditions: new SharedWork(),
    auditTrail,
    ...(await openSignIn(store, { config, log, auditTrail, rateLimits })),
    rateLimits,
    publicAddresses: new PublicAddresses(config),
    crossOrigin: new CrossOrigin(config),
    metrics: createMetrics({ ...counts, ...countsOf({ bulk, workshop, rateLimits }) }),
    registration: new RegistrationStatus({ config, database, log }),
    probes: new ProbeRunner({ config, database, repository, blobs }, log),
    releases: new PendingWork(),
    webApplications: await openWebApplications(config, takenNames(routes)),
    nodeId: randomId(),
  };
}

function countsOf({
  bulk,
  workshop,
  rateLimits,
}: Pick<Services, 'bulk' | 'workshop' | 'rateLimits'>) {
  const { refusals } = rateLimits;
  return { bulkCounts: bulk.counts, workCounts: workshop.counts, refusals };
}

function transactionLimitsOf(config: Config): TransactionLimits {
  return {
    operationsMax: config.transactionOperationsMax,
    timeLimitMs: config.transactionTimeLimitMs,
  };
}

function retentionOf(config: Config): BulkEnvironment['retention'] {
  return {
    completedMs: config.bulkCompletedSeconds * 1_000,
    failedMs: config.bulkFailedSeconds * 1_000,
    abortedMs: config.bulkAbortedSeconds * 1_000,
  };
}

/** @throws ConfigError for schedules whose user or operation does not exist */
async function requireRunnable(
  automation: Automation,
  schedules: readonly Schedule[],
): Promise<void> {
  const problems = await findScheduleProblems(automation, schedules);
  if (problems.length > 0) throw new ConfigError(problems);
}

/** @throws AppError listener.invalid for operations that listeners name and there are not */
function requireKnownOperations(automation: Automation): void {
  const problems = findListenerProblems(automation);
  if (problems.length > 0) throw new AppError('listener.invalid', problems.join('\n'));
}

function newCounts({ database }: OpenedStore): ServiceOptions['counts'] {
  const { queryThreads, readConnectionCounts } = database;
  return {
    queryThreads,
    readConnectionCounts,
    textCounts: new TextCounts(),
    subtreeCounts: new SubtreeCounts(),
    renditionCounts: new RenditionCounts(),
    mediaCounts: new MediaCounts(),
  };
}

export function createServer(services: Services): FastifyInstance {
  const applications = services.webApplications.flatMap(webApplicationRoutes);
  return createApp(services, [...routes, ...applications]);
}
