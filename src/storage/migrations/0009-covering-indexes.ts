import type { Migration } from './migrate.ts';

/**
 * Nearly every list has a condition on the trash, and thousands of matches are counted: with the
 * flag in the indexes neither reads the documents themselves. Users who may see little find it by
 * ACL, type and date, without scanning the documents of other users.
 */
const liveIndexes = [
  ['document_type_created', 'primary_type, created_at, id, acl_id, is_trashed'],
  ['document_type_modified', 'primary_type, modified_at, id, acl_id, is_trashed'],
  ['document_created', 'created_at, id, primary_type, acl_id, is_trashed'],
  ['document_modified', 'modified_at, id, primary_type, acl_id, is_trashed'],
  ['document_title', 'title_key, id, primary_type, acl_id, is_trashed'],
  ['document_acl_created', 'acl_id, primary_type, created_at, id, is_trashed'],
] as const;

const live = liveIndexes
  .map(
    ([name, columns]) => `DROP INDEX IF EXISTS ${name};
CREATE INDEX ${name} ON document (${columns})
  WHERE is_version = 0 AND proxy_target_id IS NULL;`,
  )
  .join('\n');

/** Versions are many where documents are kept for long, and queries that do not exclude them common. */
const versionOrders = {
  document_version_ids: 'id',
  document_version_created: 'created_at, id',
  document_version_modified: 'modified_at, id',
  document_version_title: 'title_key, id',
};

const versions = Object.entries(versionOrders)
  .map(
    ([name, order]) => `
CREATE INDEX ${name} ON document (${order}, primary_type, series_id, acl_id, is_trashed)
  WHERE is_version = 1;`,
  )
  .join('');

const script = `${live}
${versions}
DROP INDEX document_parent_title;
CREATE INDEX document_parent_title
  ON document (parent_id, title_key, id, primary_type, acl_id, is_trashed)
  WHERE parent_id IS NOT NULL;
CREATE INDEX document_proxy_parent ON document (parent_id) WHERE proxy_target_id IS NOT NULL;
`;

export const coveringIndexesMigration: Migration = {
  id: 9,
  name: 'covering indexes',
  sqlite: script,
  postgres: script,
};
