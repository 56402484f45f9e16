import type { Migration } from './migrate.ts';

/**
 * Users that come from another server (a directory, an identity provider), second factors, and values
 * that may be used once. Secrets of second factors are sealed, recovery codes are stored as hashes.
 */
const script = `
ALTER TABLE user_account ADD COLUMN source TEXT;
ALTER TABLE user_account ADD COLUMN source_key TEXT;
ALTER TABLE user_account ADD COLUMN source_stamp TEXT;
ALTER TABLE user_account ADD COLUMN disabled_at BIGINT;
CREATE UNIQUE INDEX user_account_source ON user_account (source, source_key)
  WHERE source IS NOT NULL;
CREATE TABLE second_factor (
  username TEXT PRIMARY KEY REFERENCES user_account (username) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  last_step BIGINT NOT NULL,
  failures INTEGER NOT NULL,
  blocked_until BIGINT NOT NULL
);
CREATE TABLE recovery_code (
  digest TEXT PRIMARY KEY,
  username TEXT NOT NULL REFERENCES user_account (username) ON DELETE CASCADE
);
CREATE INDEX recovery_code_user ON recovery_code (username);
CREATE TABLE used_value (
  digest TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_value_expiry ON used_value (expires_at);
`;

export const signInSourcesMigration: Migration = {
  id: 36,
  name: 'sources of users and second factors',
  sqlite: script,
  postgres: script,
};
