import type { Migration } from './migrate.ts';

/**
 * Which store has the file of a content, and the contents that the store of records is to get: at first those
 * of documents that have the facet by themselves. Of types, a start of the server requests them. See
 * `docs/decisions/0015-records.md`.
 */
const script = `
ALTER TABLE blob ADD COLUMN provider TEXT NOT NULL DEFAULT 'default';
CREATE INDEX blob_of_records ON blob (key) WHERE provider = 'records';
CREATE TABLE record_content (
  blob_key TEXT PRIMARY KEY REFERENCES blob (key) ON DELETE CASCADE,
  token TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at BIGINT NOT NULL
);
CREATE INDEX record_content_due ON record_content (due_at);
INSERT INTO record_content (blob_key, token, attempts, due_at)
  SELECT DISTINCT blob_key, 'migration', 0, 0
  FROM blob_reference JOIN document ON document.id = document_id
  WHERE CAST(instance_facets AS TEXT) LIKE '%"Record"%';
`;

export const recordsMigration: Migration = {
  id: 20,
  name: 'records',
  sqlite: script,
  postgres: script,
};
