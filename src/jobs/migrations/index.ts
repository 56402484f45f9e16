import { blobDigestsMigration } from './blob-digests.ts';
import type { MigrationDefinition } from './definition.ts';
import { fulltextAnalysisMigration } from './fulltext-analysis.ts';
import { blobKeysMigration, trashStorageMigration } from './settled.ts';
import { tagLabelsMigration } from './tag-labels.ts';

/** Every migration of content, sorted by id. */
export const contentMigrations: readonly MigrationDefinition[] = [
  blobDigestsMigration,
  blobKeysMigration,
  fulltextAnalysisMigration,
  tagLabelsMigration,
  trashStorageMigration,
];
