import type { Migration } from './migrate.ts';

/**
 * What people sign in with who have no account, and the documents whose entries of permissions they have
 * it for. Of the token itself nothing is stored.
 */
const script = `
CREATE TABLE external_token (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE UNIQUE INDEX external_token_user ON external_token (username) WHERE revoked_at IS NULL;
CREATE TABLE external_grant (
  token_id TEXT NOT NULL REFERENCES external_token (id) ON DELETE CASCADE,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  ends_at BIGINT NOT NULL,
  PRIMARY KEY (token_id, document_id)
);
CREATE INDEX external_grant_document ON external_grant (document_id);
`;

export const externalUsersMigration: Migration = {
  id: 44,
  name: 'external users',
  sqlite: script,
  postgres: script,
};
