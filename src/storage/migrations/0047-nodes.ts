import type { Migration } from './migrate.ts';

const script = `
CREATE TABLE server_node (
  node_id TEXT NOT NULL,
  instance TEXT NOT NULL,
  server TEXT NOT NULL,
  host TEXT NOT NULL,
  machine TEXT NOT NULL,
  pid INTEGER NOT NULL,
  address TEXT,
  program_version TEXT NOT NULL,
  program_revision INTEGER NOT NULL,
  configuration TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  heartbeat_at BIGINT NOT NULL,
  PRIMARY KEY (node_id, instance)
);
`;

export const nodesMigration: Migration = {
  id: 47,
  name: 'nodes',
  sqlite: script,
  postgres: script,
  oldestProgram: 47,
};
