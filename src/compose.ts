import type { FastifyInstance } from 'fastify';
import { refuseKnownPassword } from './authentication/known-password.ts';
import { RateLimits } from './authentication/rate-limits.ts';
import { purgeExpiredExecutions } from './automation/async/execution-store.ts';
import { operationJobKind } from './automation/async/operation-job.ts';
import { type Automation, createAutomation } from './automation/automation.ts';
import { findListenerProblems, listenerJobKind } from './automation/listeners/run-listener.ts';
import {
  findScheduleProblems,
  scheduledOperationJobKind,
} from './automation/schedules/scheduled-operation.ts';
import type { TransactionLimits } from './automation/transaction-budget.ts';
import { createActivity } from './base/activity.ts';
import { AppError } from './base/errors/app-error.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import { randomId } from './base/ids.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import { SharedWork } from './base/shared-work.ts';
import { bulkActions } from './bulk/actions/index.ts';
import { purgeExpiredCommands } from './bulk/clean-job.ts';
import { purgeExpiredImports } from './bulk/csv-import/import-rows.ts';
import { type BulkEnvironment, createBulkEnvironment } from './bulk/environment.ts';
import { bulkJobKinds } from './bulk/kinds.ts';
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
import { aceStatusJobKind } from './jobs/ace-status.ts';
import { checkSourceUsersKind, sourceUsersKind } from './jobs/check-source-users.ts';
import { collectContentsKind, collectionKind } from './jobs/collect-contents.ts';
import { collectionMembersKind } from './jobs/collection-members.ts';
import { extractTextsKind } from './jobs/fulltext/extract-texts.ts';
import { finishWordsKind } from './jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from './jobs/fulltext/index-documents.ts';
import { recognizeTextsKind } from './jobs/fulltext/recognize-texts.ts';
import { TextCounts } from './jobs/fulltext/unread-texts.ts';
import type { JobKind } from './jobs/job-kind.ts';
import { lockExpiry } from './jobs/lock-expiry.ts';
import { prepareMailsKind } from './jobs/mail/prepare-mails.ts';
import { sendMailJobKind } from './jobs/mail/send-mail.ts';
import { failedJobPurge } from './jobs/manage.ts';
import { completeMediaKind, convertVideosKind, MediaCounts } from './jobs/media/complete-media.ts';
import { drawNotesKind } from './jobs/media/draw-notes.ts';
import { migrationJobKind } from './jobs/migrations/run-migration.ts';
import { permissionNoticesKind } from './jobs/permission-notices.ts';
import { purgeExpiredKind, purgeRowsKind } from './jobs/purge-expired.ts';
import { removeCommentsKind } from './jobs/remove-comments.ts';
import { convertContentKind } from './jobs/renditions/convert-content.ts';
import { makeRenditionsKind, RenditionCounts } from './jobs/renditions/make-renditions.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { loadSchedules } from './jobs/schedules/schedule-files.ts';
import { Scheduler } from './jobs/schedules/scheduler.ts';
import { storeRecordsKind } from './jobs/store-records.ts';
import { settleChangesKind } from './jobs/subtrees/settle-changes.ts';
import { SubtreeCounts } from './jobs/subtrees/subtree-counts.ts';
import { subtreeTasksKind } from './jobs/subtrees/subtree-tasks.ts';
import { taskRemindersJobKind, taskRemindersKind } from './jobs/task-reminders.ts';
import { createWorker } from './jobs/worker.ts';
import { readMailSettings } from './mail-settings.ts';
import { defaultChains, defaultRestrictions, operations } from './operations/index.ts';
import { finishRemovals, purgeDecisions } from './repository/attachments/removal-decisions.ts';
import { createAuditTrail } from './repository/audit/audit-trail.ts';
import { credentialPurges } from './repository/credentials/purges.ts';
import { purgeRateLevels } from './repository/rates/rate-levels.ts';
import { purgeExpiredInvitations } from './repository/registrations/invitations.ts';
import { purgeExpiredConversions } from './repository/renditions/scheduled-conversions.ts';
import { auditPurge } from './repository/search/audit-search.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import { purgeExpiredResponses } from './repository/unit/idempotency.ts';
import { openSignIn } from './sign-in.ts';
import { type OpenedStore, openStore, prepareStore } from './store.ts';
import { escalationJobKind } from './workflow/escalation-job.ts';
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
    const jobKinds = [
      ...indexing,
      recognition,
      storeRecordsKind(store),
      settleChangesKind({ ...store, counts: counts.subtreeCounts }),
      subtreeTasksKind({ ...store, counts: counts.subtreeCounts }),
      collectionMembersKind(),
      operationJobKind(automated.automation),
      ...bulkJobKinds(automated.bulk),
      migrationJobKind(store),
      permissionNoticesKind(store.repository),
      prepareMailsKind({ ...store, mail }),
      sendMailJobKind({ ...store, mail }),
      ...conversionKinds(store, { config, workshop: automated.workshop, counts }),
      removeCommentsKind(store),
      ...operatingKinds(automated, { config, schedules }),
      ...scheduledKinds(store, config),
    ];
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

/** What completes the words of documents; nothing waits for what is recognized, which may take hours. */
function textKinds(
  store: OpenedStore,
  { fileTexts: readsFiles, ocrLanguages: languages, ocrPagesMax: pagesMax }: Config,
  textCounts: TextCounts,
): { readonly indexing: readonly JobKind[]; readonly recognition: JobKind } {
  const recognizes = languages.length > 0;
  const indexing = [
    indexDocumentsKind(store),
    extractTextsKind({ ...store, textCounts, readsFiles, recognizes }),
    finishWordsKind(store),
  ];
  const read = readsFiles ? languages : [];
  return {
    indexing,
    recognition: recognizeTextsKind({ ...store, textCounts, languages: read, pagesMax }),
  };
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

const failedJobsKind = 'purge-failed-jobs';
const auditKind = 'purge-audit';
const locksKind = 'end-expired-locks';

/** @throws ConfigError with every problem of the schedules */
async function readSchedules(config: Config): Promise<readonly Schedule[]> {
  const idle: readonly [kind: string, isIdle: boolean][] = [
    [collectionKind, config.collectionIntervalHours === 0],
    [auditKind, config.auditRetentionDays === null],
    [failedJobsKind, config.failedJobRetentionDays === null],
    [locksKind, config.lockExpiryHours === null],
    [sourceUsersKind, config.signInSourceFiles.length === 0],
    [taskRemindersKind, config.taskReminderHours === null || config.mailHost === null],
  ];
  const idleKinds = new Set(idle.filter(([, isIdle]) => isIdle).map(([kind]) => kind));
  const { schedules, problems } = await loadSchedules({ files: config.scheduleFiles, idleKinds });
  if (problems.length > 0) throw new ConfigError(problems);
  return schedules;
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

function newCounts({ database: { queryThreads } }: OpenedStore): ServiceOptions['counts'] {
  return {
    queryThreads,
    textCounts: new TextCounts(),
    subtreeCounts: new SubtreeCounts(),
    renditionCounts: new RenditionCounts(),
    mediaCounts: new MediaCounts(),
  };
}

interface ConversionOptions {
  readonly config: Config;
  readonly workshop: Workshop;
  readonly counts: Pick<ProcessCounts, 'renditionCounts' | 'mediaCounts'>;
}

/** What is made of files in the background. */
function conversionKinds(
  store: OpenedStore,
  { config, workshop, counts }: ConversionOptions,
): readonly JobKind[] {
  const { conversionProcesses: processesMax, videoConversions } = config;
  const options = { ...store, ...counts, processesMax, workshop };
  const onRequest = [convertContentKind({ ...store, workshop })];
  // Without processes the work is left to other servers of the store.
  if (processesMax === 0) return onRequest;
  return [
    ...onRequest,
    makeRenditionsKind(options),
    completeMediaKind({ ...options, videoConversions }),
    convertVideosKind(options),
    drawNotesKind(options),
  ];
}

type UserServices = Pick<Services, 'automation' | 'repository' | 'sourceVerifier'>;

/** Work that runs operations: of schedules, workflows and listeners; and work that asks other servers. */
function operatingKinds(
  { automation, sourceVerifier: verifier, repository }: UserServices,
  { config, schedules }: { readonly config: Config; readonly schedules: readonly Schedule[] },
): readonly JobKind[] {
  const settings = callerSettings(config);
  return [
    scheduledOperationJobKind(automation, { schedules, ...settings }),
    escalationJobKind(automation, settings),
    listenerJobKind(automation, settings),
    checkSourceUsersKind({ verifier, isAudited: repository.isAudited }),
  ];
}

/** For operations that no request asks for. */
function callerSettings(config: Config) {
  const { publicUrl, port, contextPath, transactionTimeoutSeconds } = config;
  return {
    baseUrl: publicUrl ?? `http://localhost:${port}${contextPath}/`,
    timeoutMs: transactionTimeoutSeconds * 1_000,
  };
}

/** The work of the built-in schedules. */
function scheduledKinds({ blobs, repository }: OpenedStore, config: Config): readonly JobKind[] {
  return [
    aceStatusJobKind(repository),
    purgeExpiredKind(
      { blobs },
      {
        others: [
          purgeExpiredCommands,
          purgeExpiredImports,
          purgeExpiredExecutions,
          purgeExpiredResponses,
          purgeDecisions,
          purgeExpiredInvitations,
          purgeExpiredConversions,
          ...credentialPurges,
          purgeRateLevels,
        ],
      },
    ),
    purgeRowsKind(auditKind, auditPurge(config.auditRetentionDays)),
    purgeRowsKind(failedJobsKind, failedJobPurge(config.failedJobRetentionDays)),
    purgeRowsKind(locksKind, lockExpiry(repository, config.lockExpiryHours)),
    taskRemindersJobKind({ repository, hours: config.taskReminderHours }),
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
  const applications = services.webApplications.flatMap(webApplicationRoutes);
  return createApp(services, [...routes, ...applications]);
}
