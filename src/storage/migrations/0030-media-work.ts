import type { Migration } from './migrate.ts';

/** Documents whose values are to be computed from their main file, see `media-work-table.ts`. */
const script = `
CREATE TABLE media_work (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  content_key TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  failure TEXT,
  failed_at BIGINT,
  PRIMARY KEY (document_id, kind)
);
CREATE INDEX media_work_waiting ON media_work (kind, document_id) WHERE state = 'waiting';
CREATE INDEX media_work_failed ON media_work (failed_at, document_id, kind) WHERE state = 'failed';
`;

export const mediaWorkMigration: Migration = {
  id: 30,
  name: 'media work',
  sqlite: script,
  postgres: script,
};
