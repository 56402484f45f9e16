import { aclRows } from './acl-rows.ts';
import { auditEntries } from './audit-entries.ts';
import { blobContent, blobDigests } from './blob-content.ts';
import { blobLeases } from './blob-leases.ts';
import { bulkCommands } from './bulk-commands.ts';
import type { Finding, IntegrityCheck, IntegrityContext } from './check.ts';
import { collections } from './collections.ts';
import { comments } from './comments.ts';
import { contentMigrationRows } from './content-migrations.ts';
import { directoryEntries } from './directory-entries.ts';
import { documents } from './documents.ts';
import { fileTexts } from './file-texts.ts';
import { fulltextWords } from './fulltext-words.ts';
import { idempotentResponses } from './idempotent-responses.ts';
import { jobs } from './jobs.ts';
import { mailRequests } from './mail-requests.ts';
import { mediaWork } from './media-work.ts';
import { pendingChanges } from './pending-changes.ts';
import { permissionNotices } from './permission-notices.ts';
import { principalNames } from './principal-names.ts';
import { renditions } from './renditions.ts';
import { root } from './root.ts';
import { rowReferences } from './row-references.ts';
import { schedulerState } from './scheduler-state.ts';
import { securityRevision } from './security-revision.ts';
import { storagePages } from './storage-pages.ts';
import { subscriptions } from './subscriptions.ts';
import { subtreeTasks } from './subtree-tasks.ts';
import { taskGrants } from './task-grants.ts';
import { unknownContent } from './unknown-content.ts';
import { versionSeries } from './version-series.ts';
import { workflowInstances } from './workflow-instances.ts';
import { workflowTasks } from './workflow-tasks.ts';

/** In the order they run: the file before its rows, rows before those that refer to them. */
export const integrityChecks: readonly IntegrityCheck[] = [
  storagePages,
  rowReferences,
  securityRevision,
  principalNames,
  aclRows,
  root,
  pendingChanges,
  subtreeTasks,
  documents,
  subscriptions,
  permissionNotices,
  versionSeries,
  collections,
  comments,
  workflowInstances,
  workflowTasks,
  taskGrants,
  fulltextWords,
  fileTexts,
  renditions,
  mediaWork,
  jobs,
  mailRequests,
  bulkCommands,
  schedulerState,
  contentMigrationRows,
  idempotentResponses,
  auditEntries,
  directoryEntries,
  blobLeases,
  blobContent,
  unknownContent,
  blobDigests,
];

export interface IntegrityOptions {
  /** Skips checks that read every byte. */
  readonly isFast?: boolean;
  /** Called with the name of each check when it starts. */
  onCheck?(name: string): void;
}

/** All problems in the store. A check that fails is a finding too. */
export async function* checkIntegrity(
  context: IntegrityContext,
  options: IntegrityOptions = {},
): AsyncGenerator<Finding> {
  for (const check of integrityChecks) {
    if (options.isFast && check.isSlow) continue;
    options.onCheck?.(check.name);
    try {
      yield* check.run(context);
    } catch (error) {
      const { message, cause } = error instanceof Error ? error : new Error(String(error));
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      const text = `the check could not be finished: ${reason}`;
      yield { severity: 'error', table: 'store', id: check.name, text };
    }
  }
}
