import type { Migration } from './migrate.ts';

/**
 * Subscriptions to notifications, and mail that is not handed to the mail server yet; see
 * `docs/decisions/0016-mail.md`. Requests name documents that may be gone when they are served.
 */
const script = `
CREATE TABLE subscription (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  subscriber TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (document_id, subscriber, name)
);
CREATE INDEX subscription_walk ON subscription (document_id, name, subscriber);
CREATE TABLE subscription_refusal (
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  username TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (document_id, username, name)
);
CREATE TABLE mail_request (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  details TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  is_done SMALLINT NOT NULL DEFAULT 0
);
CREATE INDEX mail_request_order ON mail_request (kind, created_at, id);
CREATE TABLE mail_recipient (
  request_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  PRIMARY KEY (request_id, recipient)
);
CREATE TABLE mail_digest_item (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  due_at BIGINT NOT NULL,
  details TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX mail_digest_item_due ON mail_digest_item (due_at);
CREATE INDEX mail_digest_item_user ON mail_digest_item (username, created_at, id);
CREATE TABLE user_invitation (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  email TEXT NOT NULL,
  details TEXT NOT NULL,
  invited_by TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX user_invitation_username ON user_invitation (username);
CREATE INDEX user_invitation_expiry ON user_invitation (expires_at);
`;

export const mailMigration: Migration = {
  id: 24,
  name: 'subscriptions and mail',
  sqlite: script,
  postgres: script,
};
