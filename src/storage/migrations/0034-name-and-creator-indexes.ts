import type { Migration } from './migrate.ts';

/**
 * Documents of any kind by name and by creator. Nothing else is in these indexes, so that they cost writes
 * little: entries of one creator are in the order of rows, and PostgreSQL stores their key once.
 */
const script = `
CREATE INDEX document_name ON document (name);
CREATE INDEX document_creator ON document (creator);
`;

export const nameAndCreatorIndexesMigration: Migration = {
  id: 34,
  name: 'name and creator indexes',
  sqlite: script,
  postgres: script,
};
