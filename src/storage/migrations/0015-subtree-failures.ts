import type { Migration } from './migrate.ts';

/** Attempts at work on large folders that failed; see `repository/changes/subtree-failures.ts`. */
const script = `
ALTER TABLE pending_change ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pending_change ADD COLUMN last_error TEXT;
ALTER TABLE pending_change ADD COLUMN retry_at BIGINT;
ALTER TABLE subtree_task ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subtree_task ADD COLUMN last_error TEXT;
ALTER TABLE subtree_task ADD COLUMN retry_at BIGINT;
`;

export const subtreeFailuresMigration: Migration = {
  id: 15,
  name: 'failures of work on large folders',
  sqlite: script,
  postgres: script,
};
