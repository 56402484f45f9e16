import type { Migration } from './migrate.ts';

/** Pictures of the texts of notes. One row per note: the picture is held as long as a note has its text. */
const script = `
CREATE TABLE note_thumbnail (
  document_id TEXT NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  result_key TEXT NOT NULL REFERENCES blob (key),
  result_type TEXT
);
CREATE INDEX note_thumbnail_digest ON note_thumbnail (digest);
CREATE INDEX note_thumbnail_result ON note_thumbnail (result_key);
`;

export const noteThumbnailsMigration: Migration = {
  id: 32,
  name: 'note thumbnails',
  sqlite: script,
  postgres: script,
};
