import type { Migration } from './migrate.ts';

/**
 * Tokens of applications, and the OAuth2 server: clients, authorization codes and tokens. Secrets are
 * stored as hashes only. Ended rows stay for some time, to tell a withdrawn credential from an unknown
 * one and to detect its use.
 */
const script = `
CREATE TABLE auth_token (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL REFERENCES user_account (username) ON DELETE CASCADE,
  application TEXT NOT NULL,
  device_id TEXT,
  device_description TEXT NOT NULL,
  permission TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT
);
CREATE INDEX auth_token_user ON auth_token (username, application);
CREATE UNIQUE INDEX auth_token_device ON auth_token (username, application, device_id)
  WHERE revoked_at IS NULL AND device_id IS NOT NULL;
CREATE TABLE oauth2_client (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  secret_hash TEXT,
  is_auto_grant SMALLINT NOT NULL,
  is_enabled SMALLINT NOT NULL
);
INSERT INTO oauth2_client (id, name, redirect_uris, secret_hash, is_auto_grant, is_enabled) VALUES
  ('nuxeo-drive', 'Nuxeo Drive', '["nxdrive://authorize"]', NULL, 1, 1),
  ('nuxeo-mobile', 'Nuxeo Mobile', '["nuxeo://authorize"]', NULL, 1, 1);
CREATE TABLE oauth2_code (
  digest TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES oauth2_client (id) ON DELETE CASCADE,
  username TEXT NOT NULL REFERENCES user_account (username) ON DELETE CASCADE,
  family TEXT NOT NULL,
  redirect_uri TEXT,
  challenge TEXT,
  challenge_method TEXT,
  scope TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX oauth2_code_client ON oauth2_code (client_id);
CREATE INDEX oauth2_code_user ON oauth2_code (username);
CREATE INDEX oauth2_code_expiry ON oauth2_code (expires_at);
CREATE TABLE oauth2_token (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth2_client (id) ON DELETE CASCADE,
  username TEXT NOT NULL REFERENCES user_account (username) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  access_digest TEXT NOT NULL UNIQUE,
  refresh_digest TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  access_expires_at BIGINT NOT NULL,
  refresh_expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  ended_by TEXT
);
CREATE INDEX oauth2_token_family ON oauth2_token (family);
CREATE INDEX oauth2_token_client ON oauth2_token (client_id);
CREATE INDEX oauth2_token_user ON oauth2_token (username);
CREATE INDEX oauth2_token_expiry ON oauth2_token (refresh_expires_at);
`;

export const signInMigration: Migration = {
  id: 35,
  name: 'tokens and OAuth2',
  sqlite: script,
  postgres: script,
};
