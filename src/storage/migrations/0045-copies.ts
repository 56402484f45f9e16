import type { Migration } from './migrate.ts';

/** What a store must know while it is the target of `cartulary copy`; empty otherwise. See `copy-tables.ts`. */
const script = `
CREATE TABLE copy_state (
  id INTEGER PRIMARY KEY,
  source_id TEXT NOT NULL,
  revision TEXT NOT NULL,
  definitions TEXT NOT NULL,
  began_at BIGINT NOT NULL
);
CREATE TABLE copy_progress (
  name TEXT PRIMARY KEY,
  position TEXT,
  is_done SMALLINT NOT NULL
);
`;

export const copiesMigration: Migration = {
  id: 45,
  name: 'copies of stores',
  sqlite: script,
  postgres: script,
};
