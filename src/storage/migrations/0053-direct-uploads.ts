import type { Migration } from './migrate.ts';

/** How the files of an upload batch arrive. Programs that do not know the column add batches of the usual kind. */
const script = `
ALTER TABLE upload_batch ADD COLUMN provider TEXT NOT NULL DEFAULT 'default';
`;

export const directUploadsMigration: Migration = {
  id: 53,
  name: 'direct uploads',
  sqlite: script,
  postgres: script,
};
