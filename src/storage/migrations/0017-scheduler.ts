import type { Migration } from './migrate.ts';

/**
 * Schedules with their next instant, and whether the scheduler of the store is stopped. Waiting jobs
 * of work that schedules start now are removed, as these jobs would start one more run.
 *
 * The index has the documents with entries that begin or end: few among those with own entries.
 */
const script = (isTimeBound: string): string => `
CREATE TABLE scheduler_state (
  id INTEGER PRIMARY KEY,
  is_stopped SMALLINT NOT NULL,
  changed_at BIGINT NOT NULL,
  changed_by TEXT
);
INSERT INTO scheduler_state (id, is_stopped, changed_at, changed_by) VALUES (1, 0, 0, NULL);
CREATE TABLE schedule (
  id TEXT PRIMARY KEY,
  expression TEXT NOT NULL,
  next_at BIGINT,
  planned_at BIGINT NOT NULL,
  fired_at BIGINT
);
DELETE FROM job WHERE kind IN ('collect-contents', 'purge-expired') AND lease_id IS NULL;
CREATE INDEX document_time_bound ON document (id) WHERE ${isTimeBound};
`;

/** The same as `hasTimeBounds` of the dialects: the engines use the index for that condition only. */
const sqliteCondition = 'own_acl GLOB \'*"begin":[0-9-]*\' OR own_acl GLOB \'*"end":[0-9-]*\'';
const postgresCondition = 'own_acl::text ~ \'"(begin|end)": [0-9-]\'';

export const schedulerMigration: Migration = {
  id: 17,
  name: 'scheduler',
  sqlite: script(sqliteCondition),
  postgres: script(postgresCondition),
};
