import type { Migration } from './migrate.ts';

/** What callers have used of their rate limits on all servers of the store. Nothing of it must survive a crash. */
const levels = `(
  key TEXT PRIMARY KEY,
  level DOUBLE PRECISION NOT NULL,
  interval_ms DOUBLE PRECISION NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX rate_level_age ON rate_level (at_ms);
`;

/** Other servers at which users can sign in with OAuth2. */
const providers = `
CREATE TABLE oauth2_provider (
  name TEXT PRIMARY KEY,
  description TEXT,
  client_id TEXT,
  sealed_secret TEXT,
  authorization_url TEXT,
  token_url TEXT,
  user_authorization_url TEXT,
  scopes TEXT NOT NULL,
  is_enabled SMALLINT NOT NULL
);
`;

export const ratesAndProvidersMigration: Migration = {
  id: 42,
  name: 'rate levels and OAuth2 providers',
  sqlite: `CREATE TABLE rate_level ${levels}${providers}`,
  postgres: `CREATE UNLOGGED TABLE rate_level ${levels}${providers}`,
};
