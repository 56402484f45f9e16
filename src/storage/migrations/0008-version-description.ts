import type { Migration } from './migrate.ts';

/** Why a version was made, in the words of its author. */
const script = `
ALTER TABLE document ADD COLUMN version_description TEXT;
`;

export const versionDescriptionMigration: Migration = {
  id: 8,
  name: 'version description',
  sqlite: script,
  postgres: script,
};
