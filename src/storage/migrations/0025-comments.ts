import type { Migration } from './migrate.ts';

/**
 * Comments are documents; these rows find them by what they are about. `comment_folder` has the
 * folder with the comments of a document: below it, or elsewhere where it can have no children (a
 * version, a proxy). Without a document the folder is left over, and a job removes it.
 */
const script = `
CREATE TABLE comment_folder (
  folder_id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  document_id TEXT REFERENCES document (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX comment_folder_document ON comment_folder (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX comment_folder_left ON comment_folder (folder_id) WHERE document_id IS NULL;
CREATE TABLE comment_entry (
  id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  parent_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  author TEXT NOT NULL,
  is_annotation SMALLINT NOT NULL,
  created_at BIGINT NOT NULL,
  xpath TEXT,
  entity_id TEXT
);
CREATE INDEX comment_entry_thread ON comment_entry (parent_id, is_annotation, created_at, id);
CREATE INDEX comment_entry_author ON comment_entry (document_id, author);
CREATE INDEX comment_entry_entity ON comment_entry (document_id, entity_id) WHERE entity_id IS NOT NULL;
`;

export const commentsMigration: Migration = {
  id: 25,
  name: 'comments',
  sqlite: script,
  postgres: script,
};
