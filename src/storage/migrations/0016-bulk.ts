import type { Migration } from './migrate.ts';

/** Commands on many items; see `docs/decisions/0013-bulk.md`. Slices have no index but their key. */
const script = `
CREATE TABLE bulk_command (
  id TEXT PRIMARY KEY,
  action TEXT NOT NULL,
  username TEXT NOT NULL,
  is_system SMALLINT NOT NULL,
  source TEXT NOT NULL,
  params TEXT NOT NULL,
  exclusive_key TEXT,
  state TEXT NOT NULL,
  bucket_size BIGINT NOT NULL,
  batch_size BIGINT NOT NULL,
  query_limit BIGINT,
  processed BIGINT NOT NULL DEFAULT 0,
  skip_count BIGINT NOT NULL DEFAULT 0,
  error_count BIGINT NOT NULL DEFAULT 0,
  total BIGINT NOT NULL DEFAULT 0,
  error_message TEXT,
  error_status BIGINT,
  submitted_at BIGINT NOT NULL,
  scroll_start_at BIGINT,
  scroll_end_at BIGINT,
  processing_start_at BIGINT,
  processing_end_at BIGINT,
  completed_at BIGINT,
  processing_ms BIGINT NOT NULL DEFAULT 0,
  result TEXT,
  expires_at BIGINT
);
CREATE UNIQUE INDEX bulk_command_exclusive ON bulk_command (exclusive_key) WHERE exclusive_key IS NOT NULL;
CREATE INDEX bulk_command_expiry ON bulk_command (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX bulk_command_state ON bulk_command (state);
CREATE TABLE bulk_slice (
  command_id TEXT NOT NULL REFERENCES bulk_command (id) ON DELETE CASCADE,
  part BIGINT NOT NULL,
  number BIGINT NOT NULL,
  items TEXT NOT NULL,
  done BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (command_id, part, number)
);
CREATE TABLE bulk_error (
  command_id TEXT NOT NULL REFERENCES bulk_command (id) ON DELETE CASCADE,
  item_id TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (command_id, item_id)
);
`;

export const bulkMigration: Migration = {
  id: 16,
  name: 'bulk commands',
  sqlite: script,
  postgres: script,
};
