import type { Migration } from './migrate.ts';

const script = (bigint: string): string => `
CREATE TABLE operation_execution (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  operation TEXT NOT NULL,
  job_id TEXT NOT NULL,
  result TEXT,
  expires_at ${bigint} NOT NULL
);
CREATE INDEX operation_execution_expiry ON operation_execution (expires_at);
`;

export const operationExecutionsMigration: Migration = {
  id: 4,
  name: 'operation executions',
  sqlite: script('INTEGER'),
  postgres: script('BIGINT'),
};
