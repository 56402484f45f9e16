import type { Migration } from './migrate.ts';

/**
 * Live documents by date and by title, for pages in that order: with the type first, for queries of
 * a few types, and without. The ACL is in each, so that documents the caller may not see are
 * skipped without being read. Lists without an order are read by ACL.
 *
 * Versions and proxies have their own, small indexes.
 */
const script = `
CREATE INDEX document_type_created ON document (primary_type, created_at, id, acl_id)
  WHERE is_version = 0 AND proxy_target_id IS NULL;
CREATE INDEX document_type_modified ON document (primary_type, modified_at, id, acl_id)
  WHERE is_version = 0 AND proxy_target_id IS NULL;
CREATE INDEX document_created ON document (created_at, id, primary_type, acl_id)
  WHERE is_version = 0 AND proxy_target_id IS NULL;
CREATE INDEX document_modified ON document (modified_at, id, primary_type, acl_id)
  WHERE is_version = 0 AND proxy_target_id IS NULL;
CREATE INDEX document_title ON document (title_key, id, primary_type, acl_id)
  WHERE is_version = 0 AND proxy_target_id IS NULL;
DROP INDEX document_acl;
CREATE INDEX document_acl ON document (acl_id, id);
`;

export const queryIndexesMigration: Migration = {
  id: 5,
  name: 'query indexes',
  sqlite: script,
  postgres: script,
};
