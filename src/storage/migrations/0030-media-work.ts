import type { Migration } from './migrate.ts';

/**
 * Documents whose values are to be computed from their main file, see `media-work-table.ts`. Icons and views
 * of pictures are no words of documents: with them begins version 2 of the analysis.
 */
const script = `
CREATE TABLE media_work (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  content_key TEXT NOT NULL,
  file_name TEXT,
  mime_type TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  failure TEXT,
  failed_at BIGINT,
  PRIMARY KEY (document_id, kind)
);
CREATE INDEX media_work_waiting ON media_work (kind, document_id) WHERE state = 'waiting';
CREATE INDEX media_work_failed ON media_work (failed_at, document_id, kind) WHERE state = 'failed';
DROP INDEX IF EXISTS document_fulltext_outdated;
CREATE INDEX document_fulltext_outdated ON document_fulltext (document_id)
  WHERE substr(digest, 1, 1) <> '~' AND substr(digest, 1, 2) <> '2.';
UPDATE content_migration SET state = 'outdated'
  WHERE id = 'fulltext-analysis' AND EXISTS (SELECT 1 FROM document);
`;

export const mediaWorkMigration: Migration = {
  id: 30,
  name: 'media work',
  sqlite: script,
  postgres: script,
};
