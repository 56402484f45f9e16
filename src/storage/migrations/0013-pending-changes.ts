import type { Migration } from './migrate.ts';

/**
 * Changes of subtrees that are made at once and written to the rows below in slices; see
 * `docs/decisions/0012-subtrees.md`. The column is added without a change of the existing rows.
 *
 * The indexes have the few documents that a change of a subtree must look for: those with own
 * entries, locked ones, proxies, those of live documents, very long paths, and rows that wait for their removal.
 */
const script = `
ALTER TABLE document ADD COLUMN tree_seq BIGINT NOT NULL DEFAULT 0;
CREATE TABLE tree_state (
  id INTEGER PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO tree_state (id, revision) VALUES (1, 0);
CREATE TABLE pending_change (
  seq BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  document_id TEXT NOT NULL,
  path TEXT NOT NULL,
  new_path TEXT,
  old_acl BIGINT,
  new_acl BIGINT REFERENCES acl (id),
  is_trashed SMALLINT,
  removes TEXT NOT NULL,
  principal_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  rewritten BIGINT NOT NULL DEFAULT 0,
  total BIGINT,
  position TEXT,
  expires_at BIGINT
);
CREATE TABLE subtree_task (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  document_id TEXT NOT NULL,
  details TEXT NOT NULL,
  principal_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  done BIGINT NOT NULL DEFAULT 0,
  position TEXT
);
CREATE INDEX document_secured ON document (path, acl_id) WHERE own_acl IS NOT NULL AND path IS NOT NULL;
CREATE INDEX document_locked ON document (path, lock_owner) WHERE lock_owner IS NOT NULL AND path IS NOT NULL;
CREATE INDEX document_proxy_path ON document (path) WHERE proxy_target_id IS NOT NULL;
CREATE INDEX document_live_proxy ON document (proxy_target_id) WHERE proxy_target_id = series_id;
CREATE INDEX document_long_path ON document (path) WHERE octet_length(path) > 512;
CREATE INDEX document_detached ON document (id) WHERE path IS NULL AND is_version = 0;
`;

export const pendingChangesMigration: Migration = {
  id: 13,
  name: 'pending changes',
  sqlite: script,
  postgres: script,
};
