import type { Migration } from './migrate.ts';

/**
 * Why and when the text of a content could not be read, and its declared character set.
 *
 * Texts read by older programs are read again, as they lost words of many formats, and failed files
 * are tried again; the words of documents are stored again for the same reason.
 */
const script = (bigint: string): string => `
ALTER TABLE blob_text ADD COLUMN encoding TEXT;
ALTER TABLE blob_text ADD COLUMN failure TEXT;
ALTER TABLE blob_text ADD COLUMN failed_at ${bigint};
UPDATE blob_text SET state = 'waiting', attempts = 0;
CREATE INDEX blob_text_failed ON blob_text (failed_at, blob_key) WHERE state = 'failed';
INSERT INTO job (id, kind, job_key, due_at, attempts, created_at, payload)
  SELECT 'index-documents', 'index-documents', 'index-documents', 0, 0, 0, '{}'
  WHERE EXISTS (SELECT 1 FROM document)
  ON CONFLICT DO NOTHING;
UPDATE job SET payload = '{"includesIndexed":true}' WHERE kind = 'index-documents';
`;

export const textFailuresMigration: Migration = {
  id: 11,
  name: 'text failures',
  sqlite: script('INTEGER'),
  postgres: script('BIGINT'),
};
