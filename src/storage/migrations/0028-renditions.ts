import type { Migration } from './migrate.ts';

/**
 * What is made of contents: one row per content and rendition. The result is a content as well, which
 * the row holds; both end with the content that they were made of.
 */
const script = `
CREATE TABLE rendition (
  blob_key TEXT NOT NULL REFERENCES blob (key) ON DELETE CASCADE,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  file_name TEXT,
  mime_type TEXT,
  encoding TEXT,
  attempts INTEGER NOT NULL,
  result_key TEXT REFERENCES blob (key),
  result_type TEXT,
  width INTEGER,
  height INTEGER,
  failure TEXT,
  failed_at BIGINT,
  PRIMARY KEY (blob_key, name)
);
CREATE INDEX rendition_waiting ON rendition (blob_key, name) WHERE state = 'waiting';
CREATE INDEX rendition_failed ON rendition (failed_at, blob_key, name) WHERE state = 'failed';
CREATE INDEX rendition_result ON rendition (result_key) WHERE result_key IS NOT NULL;
`;

export const renditionsMigration: Migration = {
  id: 28,
  name: 'renditions',
  sqlite: script,
  postgres: script,
};
