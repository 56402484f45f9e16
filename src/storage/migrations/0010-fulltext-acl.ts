import type { Migration } from './migrate.ts';

/**
 * The ACL of a live document beside its words: a search skips what the caller may not see before it
 * reads the documents, which may be very many. Versions have none here, as they follow their live
 * document. Triggers copy each change of a document's ACL.
 */
const column = `
ALTER TABLE document_fulltext ADD COLUMN acl_id BIGINT;
UPDATE document_fulltext SET acl_id =
  (SELECT acl_id FROM document WHERE id = document_id AND is_version = 0);
`;

const sqlite = `${column}
DROP TRIGGER fulltext_entry_stored;
CREATE TRIGGER fulltext_entry_stored INSTEAD OF INSERT ON fulltext_entry BEGIN
  INSERT INTO document_fulltext (document_id, digest, acl_id)
    VALUES (new.document_id, new.digest,
      (SELECT acl_id FROM document WHERE id = new.document_id AND is_version = 0))
    ON CONFLICT (document_id) DO UPDATE SET digest = excluded.digest;
  INSERT OR REPLACE INTO fulltext_words (rowid, title, description, other, files)
    SELECT row_key, new.title, new.description, new.other, new.files
    FROM document_fulltext WHERE document_id = new.document_id;
END;
CREATE TRIGGER document_acl_changed AFTER UPDATE OF acl_id ON document WHEN new.is_version = 0 BEGIN
  UPDATE document_fulltext SET acl_id = new.acl_id WHERE document_id = new.id;
END;
`;

const postgres = `${column}
CREATE FUNCTION set_fulltext_acl() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT acl_id INTO new.acl_id FROM document WHERE id = new.document_id AND is_version = 0;
  RETURN new;
END $$;
CREATE TRIGGER fulltext_acl_set BEFORE INSERT ON document_fulltext
  FOR EACH ROW EXECUTE FUNCTION set_fulltext_acl();
CREATE FUNCTION follow_document_acl() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE document_fulltext SET acl_id = new.acl_id WHERE document_id = new.id;
  RETURN NULL;
END $$;
CREATE TRIGGER document_acl_changed AFTER UPDATE OF acl_id ON document
  FOR EACH ROW WHEN (new.is_version = 0 AND new.acl_id IS DISTINCT FROM old.acl_id)
  EXECUTE FUNCTION follow_document_acl();
`;

export const fulltextAclMigration: Migration = {
  id: 10,
  name: 'full text by ACL',
  sqlite,
  postgres,
};
