import type { Migration } from './migrate.ts';

/**
 * The users, groups and entries of directories that have changed, for the copies that databases of
 * other repositories have of them; and in such a database whose copies they are, and how far.
 */
const script = `
CREATE TABLE shared_change (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE INDEX shared_change_revision ON shared_change (revision);
ALTER TABLE security_revision ADD COLUMN main_store TEXT;
ALTER TABLE security_revision ADD COLUMN copied_revision BIGINT;
`;

export const sharedChangesMigration: Migration = {
  id: 50,
  name: 'shared changes',
  sqlite: script,
  postgres: script,
};
