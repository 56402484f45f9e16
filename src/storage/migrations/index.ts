import { initialMigration } from './0001-initial.ts';
import { jobsMigration } from './0002-jobs.ts';
import { auditMigration } from './0003-audit.ts';
import { operationExecutionsMigration } from './0004-operation-executions.ts';
import { queryIndexesMigration } from './0005-query-indexes.ts';
import { fulltextMigration } from './0006-fulltext.ts';
import { directoriesMigration } from './0007-directories.ts';
import { versionDescriptionMigration } from './0008-version-description.ts';
import { coveringIndexesMigration } from './0009-covering-indexes.ts';
import { fulltextAclMigration } from './0010-fulltext-acl.ts';
import { textFailuresMigration } from './0011-text-failures.ts';
import { unfinishedWordsMigration } from './0012-unfinished-words.ts';
import { pendingChangesMigration } from './0013-pending-changes.ts';
import { wordMergesMigration } from './0014-word-merges.ts';
import { subtreeFailuresMigration } from './0015-subtree-failures.ts';
import { bulkMigration } from './0016-bulk.ts';
import { schedulerMigration } from './0017-scheduler.ts';
import { contentMigrationsMigration } from './0018-content-migrations.ts';
import { removedContentsMigration } from './0019-removed-contents.ts';
import { recordsMigration } from './0020-records.ts';
import { locksAndStopsMigration } from './0022-locks-and-stops.ts';
import { collectionsMigration } from './0023-collections.ts';
import { mailMigration } from './0024-mail.ts';
import { commentsMigration } from './0025-comments.ts';
import { permissionNoticesMigration } from './0026-permission-notices.ts';
import { workflowsMigration } from './0027-workflows.ts';
import { renditionsMigration } from './0028-renditions.ts';
import { conversionsMigration } from './0029-conversions.ts';
import { mediaWorkMigration } from './0030-media-work.ts';
import { sharedConversionsMigration } from './0031-shared-conversions.ts';
import { noteThumbnailsMigration } from './0032-note-thumbnails.ts';
import { nameAndCreatorIndexesMigration } from './0034-name-and-creator-indexes.ts';
import { signInMigration } from './0035-sign-in.ts';
import { signInSourcesMigration } from './0036-sign-in-sources.ts';
import { driveMigration } from './0037-drive.ts';
import { ratesAndProvidersMigration } from './0042-rates-and-providers.ts';
import { csvImportsMigration } from './0043-csv-imports.ts';
import { externalUsersMigration } from './0044-external-users.ts';
import { copiesMigration } from './0045-copies.ts';
import { nodesMigration } from './0047-nodes.ts';
import { foldedCaseMigration } from './0049-folded-case.ts';
import { sharedChangesMigration } from './0050-shared-changes.ts';
import { directUploadsMigration } from './0053-direct-uploads.ts';
import type { Migration } from './migrate.ts';

/** In order, forward only; a released one never changes. See docs/decisions/0037-cluster.md for what they may do. */
export const migrations: readonly Migration[] = [
  initialMigration,
  jobsMigration,
  auditMigration,
  operationExecutionsMigration,
  queryIndexesMigration,
  fulltextMigration,
  directoriesMigration,
  versionDescriptionMigration,
  coveringIndexesMigration,
  fulltextAclMigration,
  textFailuresMigration,
  unfinishedWordsMigration,
  pendingChangesMigration,
  wordMergesMigration,
  subtreeFailuresMigration,
  bulkMigration,
  schedulerMigration,
  contentMigrationsMigration,
  removedContentsMigration,
  recordsMigration,
  locksAndStopsMigration,
  collectionsMigration,
  mailMigration,
  commentsMigration,
  permissionNoticesMigration,
  workflowsMigration,
  renditionsMigration,
  conversionsMigration,
  mediaWorkMigration,
  sharedConversionsMigration,
  noteThumbnailsMigration,
  nameAndCreatorIndexesMigration,
  signInMigration,
  signInSourcesMigration,
  driveMigration,
  ratesAndProvidersMigration,
  csvImportsMigration,
  externalUsersMigration,
  copiesMigration,
  nodesMigration,
  foldedCaseMigration,
  sharedChangesMigration,
  directUploadsMigration,
];
