import type { Migration } from './migrate.ts';

/** What callers have used of their rate limits on all servers of the store. Nothing of it must survive a crash. */
const columns = `(
  key TEXT PRIMARY KEY,
  level DOUBLE PRECISION NOT NULL,
  interval_ms DOUBLE PRECISION NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX rate_level_age ON rate_level (at_ms);
`;

export const rateLevelsMigration: Migration = {
  id: 42,
  name: 'rate levels',
  sqlite: `CREATE TABLE rate_level ${columns}`,
  postgres: `CREATE UNLOGGED TABLE rate_level ${columns}`,
};
