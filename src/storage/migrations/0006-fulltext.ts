import type { Migration } from './migrate.ts';

/**
 * The words of documents. SQLite keeps them in an FTS5 table, which has integer keys and no foreign
 * keys, so `document_fulltext` connects the two and triggers keep them consistent: rows are written
 * through the view, and removed with their documents. The words are already analysed and separated
 * by spaces, where the tokenizer `ascii` splits.
 *
 * Units of work are savepoints, and FTS5 writes a segment for each: the merge settings prevent
 * constant merging, also after many updates.
 */
const sqliteWords = `
CREATE TABLE document_fulltext (
  row_key INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE REFERENCES document (id) ON DELETE CASCADE,
  digest TEXT NOT NULL
);
CREATE VIRTUAL TABLE fulltext_words USING fts5 (
  title, description, other, files,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);
INSERT INTO fulltext_words (fulltext_words, rank) VALUES ('automerge', 16), ('crisismerge', 64), ('deletemerge', 30);
CREATE VIEW fulltext_entry AS
  SELECT document_id, digest, '' AS title, '' AS description, '' AS other, '' AS files
  FROM document_fulltext;
CREATE TRIGGER fulltext_entry_stored INSTEAD OF INSERT ON fulltext_entry BEGIN
  INSERT INTO document_fulltext (document_id, digest) VALUES (new.document_id, new.digest)
    ON CONFLICT (document_id) DO UPDATE SET digest = excluded.digest;
  INSERT OR REPLACE INTO fulltext_words (rowid, title, description, other, files)
    SELECT row_key, new.title, new.description, new.other, new.files
    FROM document_fulltext WHERE document_id = new.document_id;
END;
CREATE TRIGGER document_fulltext_removed AFTER DELETE ON document_fulltext BEGIN
  DELETE FROM fulltext_words WHERE rowid = old.row_key;
END;
`;

/** `long_text`: where positions in `words` are not exact, see fulltext/index-entry.ts. */
const postgresWords = `
CREATE TABLE document_fulltext (
  document_id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  words TSVECTOR NOT NULL,
  long_text TEXT
);
CREATE INDEX document_fulltext_words ON document_fulltext USING GIN (words);
`;

/** The text of blobs, extracted once per content; and words for existing documents. */
const both = `
CREATE TABLE blob_text (
  blob_key TEXT PRIMARY KEY REFERENCES blob (key) ON DELETE CASCADE,
  state TEXT NOT NULL,
  mime_type TEXT,
  name TEXT,
  attempts INTEGER NOT NULL,
  text TEXT
);
CREATE INDEX blob_text_waiting ON blob_text (blob_key) WHERE state = 'waiting';
INSERT INTO job (id, kind, job_key, due_at, attempts, created_at, payload)
  SELECT 'index-documents', 'index-documents', 'index-documents', 0, 0, 0, '{}'
  WHERE EXISTS (SELECT 1 FROM document);
`;

export const fulltextMigration: Migration = {
  id: 6,
  name: 'full text',
  sqlite: sqliteWords + both,
  postgres: postgresWords + both,
};
