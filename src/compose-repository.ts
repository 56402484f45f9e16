import {
  type Automation,
  type AutomationInput,
  automationOn,
  createAutomation,
} from './automation/automation.ts';
import { findListenerProblems } from './automation/listeners/run-listener.ts';
import { findScheduleProblems } from './automation/schedules/scheduled-operation.ts';
import type { TransactionLimits } from './automation/transaction-budget.ts';
import type { Activity } from './base/activity.ts';
import { AppError } from './base/errors/app-error.ts';
import type { ErrorDisplay } from './base/errors/error-display.ts';
import type { Logger } from './base/log.ts';
import { SharedWork } from './base/shared-work.ts';
import { bulkActions } from './bulk/actions/index.ts';
import {
  type BulkCounts,
  type BulkEnvironment,
  createBulkEnvironment,
} from './bulk/environment.ts';
import { ConfigError } from './config/load.ts';
import type { Config } from './config/settings.ts';
import type { Workshop } from './conversion/workshop.ts';
import type { ProcessCounts } from './http/metrics.ts';
import { PreviewMaker } from './http/previews/preview-maker.ts';
import { ProbeRunner } from './http/probes/probe-runner.ts';
import type { RepositoryServices, Services } from './http/services.ts';
import { backgroundKinds, textKinds } from './job-kinds.ts';
import type { JobKind } from './jobs/job-kind.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { Scheduler } from './jobs/schedules/scheduler.ts';
import { createWorker } from './jobs/worker.ts';
import type { readMailSettings } from './mail-settings.ts';
import { defaultChains, defaultRestrictions, operations } from './operations/index.ts';
import { finishRemovals } from './repository/attachments/removal-decisions.ts';
import { createAuditTrail } from './repository/audit/audit-trail.ts';
import type { PageProviders } from './repository/search/page-providers.ts';
import type { OpenedStore } from './store.ts';
import { prepareWorkflows } from './workflow-files.ts';

/** What the services of a repository are made with; only `config` may differ between those of a server. */
export interface SharedParts {
  readonly config: Config;
  readonly log: Logger;
  readonly activity: Activity;
  readonly errorDisplay: ErrorDisplay;
  readonly workshop: Workshop;
  readonly pageProviders: PageProviders;
  readonly counts: Omit<ProcessCounts, 'workCounts' | 'refusals'> & {
    readonly bulkCounts: BulkCounts;
  };
  readonly mail: Awaited<ReturnType<typeof readMailSettings>>;
  /** Leaves background work, and the preparation of the stores, to another process of the server. */
  readonly onlyAnswers: boolean;
}

/** A repository that can be read and written, before its background work has begun. */
export interface ComposedRepository {
  readonly store: OpenedStore;
  readonly shared: SharedParts;
  readonly services: Omit<RepositoryServices, 'scheduler' | 'jobKinds'>;
  readonly indexing: readonly JobKind[];
  readonly recognition: JobKind;
}

/** No transfer takes longer; newer files may belong to a running import or another node. */
const staleTransferMs = 24 * 60 * 60 * 1000;

/**
 * Builds the services of a prepared store; `like` is a repository of the same server that has the operations already.
 *
 * @throws AppError operations.invalid, listener.invalid, workflow.invalid, store.*
 */
export async function composeRepository(
  store: OpenedStore,
  shared: SharedParts,
  like?: Automation,
): Promise<ComposedRepository> {
  const { database, blobs, repository } = store;
  const { config, log, activity, counts, onlyAnswers } = shared;
  const { isAudited } = repository;
  const auditTrail = createAuditTrail({ database, log, isAudited, gatherMs: gatherMsOf(shared) });
  const { indexing, recognition } = textKinds(store, config, counts.textCounts);
  const own = { ...store, background: { indexing, settleAudit: () => auditTrail.settle() } };
  const automation = like
    ? automationOn(like, own)
    : await createAutomation({ ...own, ...automationInput(shared) });
  if (!like) requireKnownOperations(automation);
  await prepareWorkflows(store, (name) => automation.registry.find(name) !== undefined);
  if (!onlyAnswers) {
    await blobs.cleanTemporary({ olderThanMs: staleTransferMs });
    await finishRemovals(store);
  }
  const bulk = createBulkEnvironment(automation, {
    retention: retentionOf(config),
    activity,
    counts: counts.bulkCounts,
    actions: bulkActions,
  });
  const services = {
    database,
    blobs,
    repository,
    automation,
    bulk,
    auditTrail,
    previews: new PreviewMaker({ database, blobs }),
    awaitedRenditions: new SharedWork(),
    probes: new ProbeRunner({ config, database, repository, blobs }, log),
  } satisfies ComposedRepository['services'];
  return { store, shared, services, indexing, recognition };
}

/** Each write of a process that only answers is in the way of the one that writes. */
function gatherMsOf({ onlyAnswers }: SharedParts): number {
  return onlyAnswers ? 500 : 0;
}

interface WorkOptions {
  readonly schedules: readonly Schedule[];
  readonly sourceVerifier: Services['sourceVerifier'];
}

/** The background work of a repository. */
export interface RunningWork {
  readonly scheduler: Scheduler;
  readonly jobKinds: readonly JobKind[];
  /** Leaves new work to other servers. */
  drain(): void;
  stop(): Promise<void>;
}

export function startWork(
  { store, shared, services, indexing, recognition }: ComposedRepository,
  { schedules, sourceVerifier }: WorkOptions,
): RunningWork {
  const { config, log, counts, mail, workshop, onlyAnswers } = shared;
  const { repositoryName } = store.repository;
  const documentPath = mail.documentPath.replaceAll('{repository}', () => repositoryName);
  const used = { ...services, sourceVerifier, workshop };
  const kinds = backgroundKinds(store, {
    config,
    services: used,
    counts,
    mail: { ...mail, documentPath },
    schedules,
  });
  const jobKinds = [...indexing, recognition, ...kinds];
  const scheduler = new Scheduler({ ...store, log, schedules });
  const worker = createWorker({ ...store, log, kinds: jobKinds });
  if (!onlyAnswers) worker.start();
  if (!onlyAnswers && config.schedulerEnabled) scheduler.start();
  const drain = (): void => {
    void scheduler.stop();
    void worker.drain();
  };
  const stop = async (): Promise<void> => {
    await scheduler.stop();
    await worker.stop();
  };
  return { scheduler, jobKinds, drain, stop };
}

/** @throws ConfigError for schedules whose user or operation does not exist */
export async function requireRunnable(
  { services: { automation } }: ComposedRepository,
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

function automationInput({
  config,
  log,
  pageProviders,
  workshop,
  errorDisplay,
}: SharedParts): Omit<AutomationInput, keyof OpenedStore | 'background'> {
  return {
    pageProviders,
    workshop,
    log,
    operations,
    chains: defaultChains,
    restrictions: defaultRestrictions,
    files: config.operationFiles,
    queryTimeLimitMs: config.queryTimeLimitMs,
    transactionLimits: transactionLimitsOf(config),
    errorDisplay,
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
