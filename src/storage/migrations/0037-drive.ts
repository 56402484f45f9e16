import type { Migration } from './migrate.ts';

/** The folders that users synchronize with their computers. */
const roots = (bigint: string): string => `
CREATE TABLE drive_root (
  username TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  created_at ${bigint} NOT NULL,
  PRIMARY KEY (username, document_id)
);
CREATE INDEX drive_root_document ON drive_root (document_id);
`;

/**
 * The transaction of an entry: numbers of entries are given before the commit, so a smaller one may
 * become visible later. Earlier entries have 0 and are not in the index, so that this takes no time.
 */
const transactions = `
ALTER TABLE audit_entry ADD COLUMN transaction_number BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit_entry ALTER COLUMN transaction_number
  SET DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX audit_entry_transaction ON audit_entry (transaction_number, id)
  WHERE transaction_number > 0;
`;

export const driveMigration: Migration = {
  id: 37,
  name: 'drive',
  sqlite: roots('INTEGER'),
  postgres: roots('BIGINT') + transactions,
};
