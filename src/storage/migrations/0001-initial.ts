import type { Migration } from './migrate.ts';

/** Column types that differ between the engines; everything else is the same plain SQL. */
interface ColumnTypes {
  readonly json: string;
  /** Text compared byte by byte: paths and sort keys must order the same on both engines. */
  readonly bytewise: string;
  readonly bigint: string;
}

const sqliteTypes: ColumnTypes = {
  json: 'TEXT',
  bytewise: 'TEXT',
  bigint: 'INTEGER',
};

const postgresTypes: ColumnTypes = {
  json: 'JSONB',
  bytewise: 'TEXT COLLATE "C"',
  bigint: 'BIGINT',
};

const documents = (t: ColumnTypes): string => `
CREATE TABLE acl (
  id ${t.bigint} PRIMARY KEY,
  parent_id ${t.bigint} REFERENCES acl (id),
  digest TEXT NOT NULL UNIQUE,
  own ${t.json} NOT NULL
);
CREATE TABLE document (
  id TEXT PRIMARY KEY,
  parent_id TEXT REFERENCES document (id),
  name ${t.bytewise} NOT NULL,
  path ${t.bytewise} UNIQUE,
  primary_type TEXT NOT NULL,
  instance_facets ${t.json},
  lifecycle_state TEXT NOT NULL,
  position INTEGER,
  properties ${t.json} NOT NULL,
  title_key ${t.bytewise} NOT NULL,
  creator TEXT,
  created_at ${t.bigint},
  modified_at ${t.bigint},
  own_acl ${t.json},
  acl_id ${t.bigint} NOT NULL REFERENCES acl (id),
  is_trashed SMALLINT NOT NULL DEFAULT 0,
  lock_owner TEXT,
  lock_created_at ${t.bigint},
  system_token INTEGER NOT NULL DEFAULT 0,
  user_token INTEGER NOT NULL DEFAULT 0,
  is_version SMALLINT NOT NULL DEFAULT 0,
  is_checked_out SMALLINT NOT NULL DEFAULT 1,
  series_id TEXT NOT NULL,
  base_version_id TEXT,
  version_created_at ${t.bigint},
  is_latest_version SMALLINT NOT NULL DEFAULT 0,
  is_latest_major_version SMALLINT NOT NULL DEFAULT 0,
  proxy_target_id TEXT REFERENCES document (id)
);
CREATE UNIQUE INDEX document_parent_name ON document (parent_id, name) WHERE parent_id IS NOT NULL;
CREATE INDEX document_parent_title ON document (parent_id, title_key, id) WHERE parent_id IS NOT NULL;
CREATE INDEX document_versions ON document (series_id, version_created_at) WHERE is_version = 1;
CREATE INDEX document_proxies ON document (proxy_target_id) WHERE proxy_target_id IS NOT NULL;
CREATE INDEX document_acl ON document (acl_id);
`;

const principals = (t: ColumnTypes): string => `
CREATE TABLE user_account (
  username TEXT PRIMARY KEY,
  password_hash TEXT,
  properties ${t.json} NOT NULL,
  created_at ${t.bigint} NOT NULL
);
CREATE TABLE user_group (
  groupname TEXT PRIMARY KEY,
  properties ${t.json} NOT NULL
);
CREATE TABLE group_member (
  groupname TEXT NOT NULL REFERENCES user_group (groupname) ON DELETE CASCADE,
  member_kind TEXT NOT NULL,
  member_name TEXT NOT NULL,
  PRIMARY KEY (groupname, member_kind, member_name)
);
CREATE INDEX group_member_of ON group_member (member_kind, member_name);
CREATE TABLE security_revision (
  id INTEGER PRIMARY KEY,
  revision ${t.bigint} NOT NULL
);
INSERT INTO security_revision (id, revision) VALUES (1, 1);
CREATE TABLE revoked_session (
  id TEXT PRIMARY KEY,
  expires_at ${t.bigint} NOT NULL
);
CREATE TABLE server_fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
`;

const blobs = (t: ColumnTypes): string => `
CREATE TABLE blob (
  key TEXT PRIMARY KEY,
  size ${t.bigint} NOT NULL,
  digest TEXT NOT NULL,
  digest_algorithm TEXT NOT NULL,
  created_at ${t.bigint} NOT NULL
);
CREATE TABLE blob_reference (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  xpath TEXT NOT NULL,
  blob_key TEXT NOT NULL REFERENCES blob (key),
  PRIMARY KEY (document_id, xpath)
);
CREATE INDEX blob_reference_key ON blob_reference (blob_key);
CREATE TABLE blob_lease (
  id TEXT PRIMARY KEY,
  blob_key TEXT NOT NULL REFERENCES blob (key),
  expires_at ${t.bigint} NOT NULL
);
CREATE INDEX blob_lease_key ON blob_lease (blob_key);
CREATE TABLE upload_batch (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  created_at ${t.bigint} NOT NULL,
  used_at ${t.bigint} NOT NULL
);
CREATE TABLE upload_file (
  batch_id TEXT NOT NULL REFERENCES upload_batch (id) ON DELETE CASCADE,
  file_index INTEGER NOT NULL,
  name TEXT,
  mime_type TEXT,
  size ${t.bigint} NOT NULL,
  upload_type TEXT NOT NULL,
  chunk_count INTEGER NOT NULL,
  blob_key TEXT REFERENCES blob (key),
  PRIMARY KEY (batch_id, file_index)
);
CREATE INDEX upload_file_blob ON upload_file (blob_key) WHERE blob_key IS NOT NULL;
CREATE TABLE upload_chunk (
  batch_id TEXT NOT NULL,
  file_index INTEGER NOT NULL,
  chunk_index INTEGER NOT NULL,
  size ${t.bigint} NOT NULL,
  staged_name TEXT NOT NULL,
  PRIMARY KEY (batch_id, file_index, chunk_index),
  FOREIGN KEY (batch_id, file_index) REFERENCES upload_file (batch_id, file_index) ON DELETE CASCADE
);
`;

const script = (t: ColumnTypes): string => documents(t) + principals(t) + blobs(t);

export const initialMigration: Migration = {
  id: 1,
  name: 'initial',
  sqlite: script(sqliteTypes),
  postgres: script(postgresTypes),
};
