import type { Migration } from './migrate.ts';

/**
 * Entries of permissions whose users are told of them: when that is due, and whether it is done. The
 * key stands for the list and the entry, whose id may be too long for an index. The index of proxies
 * counts those of a document and its versions.
 */
const script = `
CREATE TABLE permission_notice (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  ace_key TEXT NOT NULL,
  due_at BIGINT NOT NULL,
  is_done INTEGER NOT NULL,
  PRIMARY KEY (document_id, ace_key)
);
CREATE INDEX permission_notice_due ON permission_notice (due_at) WHERE is_done = 0;
CREATE INDEX document_publications ON document (series_id, acl_id)
  WHERE proxy_target_id IS NOT NULL;
`;

export const permissionNoticesMigration: Migration = {
  id: 26,
  name: 'permission notices',
  sqlite: script,
  postgres: script,
};
