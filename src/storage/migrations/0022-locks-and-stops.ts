import type { Migration } from './migrate.ts';

/**
 * The locked documents by the age of their locks: few among all. Kinds of jobs that no server of the
 * store begins until they are started again.
 */
const script = `
CREATE INDEX document_lock_age ON document (lock_created_at, id) WHERE lock_owner IS NOT NULL;
CREATE TABLE stopped_kind (
  kind TEXT PRIMARY KEY,
  stopped_at BIGINT NOT NULL,
  stopped_by TEXT NOT NULL
);
`;

export const locksAndStopsMigration: Migration = {
  id: 22,
  name: 'locks and stops',
  sqlite: script,
  postgres: script,
};
