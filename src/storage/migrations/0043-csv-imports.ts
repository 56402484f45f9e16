import type { Migration } from './migrate.ts';

/** Imports of documents from CSV files, and what became of each record. */
const script = (bigint: string): string => `
CREATE TABLE csv_import (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  path TEXT NOT NULL,
  is_document_mode SMALLINT NOT NULL,
  sends_report SMALLINT NOT NULL,
  blob_key TEXT NOT NULL,
  lease_id TEXT NOT NULL,
  state TEXT NOT NULL,
  total ${bigint},
  processed ${bigint} NOT NULL,
  succeeded ${bigint} NOT NULL,
  skipped ${bigint} NOT NULL,
  failed ${bigint} NOT NULL,
  created_at ${bigint} NOT NULL,
  expires_at ${bigint}
);
CREATE INDEX csv_import_expiry ON csv_import (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE csv_import_line (
  import_id TEXT NOT NULL REFERENCES csv_import (id) ON DELETE CASCADE,
  is_success SMALLINT NOT NULL,
  line ${bigint} NOT NULL,
  status TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (import_id, is_success, line)
);
`;

export const csvImportsMigration: Migration = {
  id: 43,
  name: 'imports from CSV',
  sqlite: script('INTEGER'),
  postgres: script('BIGINT'),
};
