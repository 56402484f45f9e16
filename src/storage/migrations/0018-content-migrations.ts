import type { Migration } from './migrate.ts';

/**
 * The states of migrations of content; see `jobs/migrations`. A store that has documents begins with
 * the states that need a step: finding the true ones reads all documents, and is left to a probe or
 * a run, which does nothing where there is nothing to do. The index has the words of an older
 * analysis, see `repository/fulltext/analysis-version.ts`: none, unless the program is newer than
 * they are.
 */
const script = `
CREATE TABLE content_migration (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  step TEXT,
  run_id TEXT,
  job_id TEXT,
  started_at BIGINT,
  ping_at BIGINT,
  progress_message TEXT,
  progress_done BIGINT NOT NULL DEFAULT 0,
  progress_total BIGINT,
  position TEXT,
  error_message TEXT,
  error_status INTEGER
);
INSERT INTO content_migration (id, state)
  SELECT 'blob-digests', CASE WHEN EXISTS (SELECT 1 FROM document) THEN 'mixed' ELSE 'uniform' END;
INSERT INTO content_migration (id, state) VALUES ('blob-keys-migration', 'populated');
INSERT INTO content_migration (id, state)
  SELECT 'fulltext-analysis', CASE WHEN EXISTS (SELECT 1 FROM document) THEN 'outdated' ELSE 'current' END;
INSERT INTO content_migration (id, state)
  SELECT 'tag-labels', CASE WHEN EXISTS (SELECT 1 FROM document) THEN 'mixed' ELSE 'normalized' END;
INSERT INTO content_migration (id, state) VALUES ('trash-storage', 'property');
CREATE INDEX document_fulltext_outdated ON document_fulltext (document_id)
  WHERE substr(digest, 1, 1) <> '~' AND substr(digest, 1, 2) <> '1.';
`;

export const contentMigrationsMigration: Migration = {
  id: 18,
  name: 'migrations of content',
  sqlite: script,
  postgres: script,
};
