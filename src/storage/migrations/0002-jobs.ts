import type { Migration } from './migrate.ts';

interface ColumnTypes {
  readonly bigint: string;
  readonly bytes: string;
}

const sqliteTypes: ColumnTypes = { bigint: 'INTEGER', bytes: 'BLOB' };
const postgresTypes: ColumnTypes = { bigint: 'BIGINT', bytes: 'BYTEA' };

/**
 * The two unique indexes ensure that for a kind and key at most one job waits (or has failed) and
 * at most one runs. JSON is plain text: it is never queried, and text keeps every character.
 */
const script = (t: ColumnTypes): string => `
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  job_key TEXT,
  due_at ${t.bigint},
  lease_id TEXT,
  attempts INTEGER NOT NULL,
  attempts_max INTEGER,
  is_cancelled SMALLINT NOT NULL DEFAULT 0,
  created_at ${t.bigint} NOT NULL,
  failed_at ${t.bigint},
  last_error TEXT,
  payload TEXT NOT NULL
);
CREATE INDEX job_due ON job (kind, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX job_failed ON job (failed_at, id) WHERE failed_at IS NOT NULL;
CREATE UNIQUE INDEX job_waiting_key ON job (kind, job_key) WHERE lease_id IS NULL;
CREATE UNIQUE INDEX job_running_key ON job (kind, job_key) WHERE lease_id IS NOT NULL;
CREATE TABLE idempotent_response (
  username TEXT NOT NULL,
  key_digest TEXT NOT NULL,
  claim_id TEXT NOT NULL,
  expires_at ${t.bigint} NOT NULL,
  status INTEGER,
  headers TEXT,
  body ${t.bytes},
  PRIMARY KEY (username, key_digest)
);
CREATE INDEX idempotent_response_expiry ON idempotent_response (expires_at);
`;

export const jobsMigration: Migration = {
  id: 2,
  name: 'jobs',
  sqlite: script(sqliteTypes),
  postgres: script(postgresTypes),
};
