import type { Migration } from './migrate.ts';

/**
 * Which job makes a rendition, so that several nodes do not make the same one; and an index of the
 * contents whose text is yet to be recognized in pictures.
 */
const script = `
ALTER TABLE rendition ADD COLUMN job_id TEXT;
CREATE INDEX blob_text_scanned ON blob_text (blob_key) WHERE state = 'scanned';
`;

export const sharedConversionsMigration: Migration = {
  id: 31,
  name: 'shared conversions',
  sqlite: script,
  postgres: script,
};
