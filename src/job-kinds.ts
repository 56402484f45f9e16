import { purgeExpiredExecutions } from './automation/async/execution-store.ts';
import { operationJobKind } from './automation/async/operation-job.ts';
import { listenerJobKind } from './automation/listeners/run-listener.ts';
import { scheduledOperationJobKind } from './automation/schedules/scheduled-operation.ts';
import { purgeExpiredCommands } from './bulk/clean-job.ts';
import { purgeExpiredImports } from './bulk/csv-import/import-rows.ts';
import { bulkJobKinds } from './bulk/kinds.ts';
import { ConfigError } from './config/load.ts';
import type { Config } from './config/settings.ts';
import type { Workshop } from './conversion/workshop.ts';
import type { ProcessCounts } from './http/metrics.ts';
import type { Services } from './http/services.ts';
import { aceStatusJobKind } from './jobs/ace-status.ts';
import { checkSourceUsersKind, sourceUsersKind } from './jobs/check-source-users.ts';
import { collectContentsKind, collectionKind } from './jobs/collect-contents.ts';
import { collectionMembersKind } from './jobs/collection-members.ts';
import { extractTextsKind } from './jobs/fulltext/extract-texts.ts';
import { finishWordsKind } from './jobs/fulltext/finish-words.ts';
import { indexDocumentsKind } from './jobs/fulltext/index-documents.ts';
import { recognizeTextsKind } from './jobs/fulltext/recognize-texts.ts';
import type { TextCounts } from './jobs/fulltext/unread-texts.ts';
import type { JobKind } from './jobs/job-kind.ts';
import { lockExpiry } from './jobs/lock-expiry.ts';
import { prepareMailsKind } from './jobs/mail/prepare-mails.ts';
import { sendMailJobKind } from './jobs/mail/send-mail.ts';
import { failedJobPurge } from './jobs/manage.ts';
import { completeMediaKind, convertVideosKind } from './jobs/media/complete-media.ts';
import { drawNotesKind } from './jobs/media/draw-notes.ts';
import { migrationJobKind } from './jobs/migrations/run-migration.ts';
import { permissionNoticesKind } from './jobs/permission-notices.ts';
import { purgeExpiredKind, purgeRowsKind } from './jobs/purge-expired.ts';
import { removeCommentsKind } from './jobs/remove-comments.ts';
import { convertContentKind } from './jobs/renditions/convert-content.ts';
import { makeRenditionsKind } from './jobs/renditions/make-renditions.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { loadSchedules } from './jobs/schedules/schedule-files.ts';
import { storeRecordsKind } from './jobs/store-records.ts';
import { settleChangesKind } from './jobs/subtrees/settle-changes.ts';
import { subtreeTasksKind } from './jobs/subtrees/subtree-tasks.ts';
import { taskRemindersJobKind, taskRemindersKind } from './jobs/task-reminders.ts';
import type { readMailSettings } from './mail-settings.ts';
import { purgeDecisions } from './repository/attachments/removal-decisions.ts';
import { credentialPurges } from './repository/credentials/purges.ts';
import { purgeRateLevels } from './repository/rates/rate-levels.ts';
import { purgeExpiredInvitations } from './repository/registrations/invitations.ts';
import { purgeExpiredConversions } from './repository/renditions/scheduled-conversions.ts';
import { auditPurge } from './repository/search/audit-search.ts';
import { purgeExpiredResponses } from './repository/unit/idempotency.ts';
import type { OpenedStore } from './store.ts';
import { escalationJobKind } from './workflow/escalation-job.ts';

/** What completes the words of documents; nothing waits for what is recognized, which may take hours. */
export function textKinds(
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

interface BackgroundOptions {
  readonly config: Config;
  readonly services: UserServices & Pick<Services, 'bulk' | 'workshop'>;
  readonly counts: Pick<ProcessCounts, 'subtreeCounts' | 'renditionCounts' | 'mediaCounts'>;
  readonly mail: Awaited<ReturnType<typeof readMailSettings>>;
  readonly schedules: readonly Schedule[];
}

/** All other work behind requests. */
export function backgroundKinds(
  store: OpenedStore,
  { config, services, counts, mail, schedules }: BackgroundOptions,
): readonly JobKind[] {
  return [
    storeRecordsKind(store),
    settleChangesKind({ ...store, counts: counts.subtreeCounts }),
    subtreeTasksKind({ ...store, counts: counts.subtreeCounts }),
    collectionMembersKind(),
    operationJobKind(services.automation),
    ...bulkJobKinds(services.bulk),
    migrationJobKind(store),
    permissionNoticesKind(store.repository),
    prepareMailsKind({ ...store, mail }),
    sendMailJobKind({ ...store, mail }),
    ...conversionKinds(store, { config, workshop: services.workshop, counts }),
    removeCommentsKind(store),
    ...operatingKinds(services, { config, schedules }),
    ...scheduledKinds(store, config),
  ];
}

const failedJobsKind = 'purge-failed-jobs';
const auditKind = 'purge-audit';
const locksKind = 'end-expired-locks';

/** @throws ConfigError with every problem of the schedules */
export async function readSchedules(config: Config): Promise<readonly Schedule[]> {
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
