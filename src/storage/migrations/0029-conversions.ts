import type { Migration } from './migrate.ts';

/** Scheduled conversions: what they are made of, and their results. */
const script = `
CREATE TABLE conversion (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  state TEXT NOT NULL,
  source_key TEXT NOT NULL REFERENCES blob (key),
  source TEXT NOT NULL,
  wanted TEXT NOT NULL,
  result_key TEXT REFERENCES blob (key),
  result TEXT,
  failure_code TEXT,
  failure TEXT,
  expires_at BIGINT NOT NULL
);
CREATE INDEX conversion_source ON conversion (source_key);
CREATE INDEX conversion_result ON conversion (result_key) WHERE result_key IS NOT NULL;
CREATE INDEX conversion_expiry ON conversion (expires_at);
`;

export const conversionsMigration: Migration = {
  id: 29,
  name: 'conversions',
  sqlite: script,
  postgres: script,
};
