import type { Migration } from './migrate.ts';

/**
 * The members of collections are rows. `collection_list` has the id of each collection that ever had a
 * member: when the collection is removed, `document_id` becomes null, and a job removes its rows in
 * slices. A copy of a large collection gets its members in slices, too: from `source_id`, those behind
 * `source_position`. Collections of earlier releases have their members in the JSON of their properties: these lists
 * become rows, and leave the JSON.
 */
const tables = `
CREATE TABLE collection_list (
  id TEXT PRIMARY KEY,
  document_id TEXT UNIQUE REFERENCES document (id) ON DELETE SET NULL,
  source_id TEXT REFERENCES collection_list (id),
  source_version_at BIGINT,
  source_position BIGINT
);
CREATE INDEX collection_list_source ON collection_list (source_id) WHERE source_id IS NOT NULL;
`;

const columns = `
  collection_id TEXT NOT NULL REFERENCES collection_list (id),
  member_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  added_after BIGINT NOT NULL DEFAULT 0,
  removed_after BIGINT,
  PRIMARY KEY (collection_id, member_id, added_after)
`;

const indexes = `
CREATE INDEX collection_member_order ON collection_member (collection_id, position);
CREATE INDEX collection_member_member ON collection_member (member_id, collection_id);
`;

const sqlite = `
${tables}
CREATE TABLE collection_member (${columns}) WITHOUT ROWID;
${indexes}
INSERT INTO collection_list (id, document_id)
  SELECT id, id FROM document
  WHERE primary_type IN ('Collection', 'Favorites') AND is_version = 0 AND proxy_target_id IS NULL
    AND json_array_length(properties, '$."collection:documentIds"') > 0;
INSERT OR IGNORE INTO collection_member (collection_id, member_id, position)
  SELECT list.id, item.value, (item.key + 1) * 1048576
  FROM collection_list AS list
  JOIN document AS collection ON collection.id = list.id
  JOIN json_each(collection.properties, '$."collection:documentIds"') AS item
  JOIN document AS member ON member.id = item.value
  WHERE member.id <> list.id
  ORDER BY list.id, item.key;
UPDATE document SET properties = json_remove(properties, '$."collection:documentIds"')
  WHERE primary_type IN ('Collection', 'Favorites')
    AND json_type(properties, '$."collection:documentIds"') IS NOT NULL;
`;

const postgres = `
${tables}
CREATE TABLE collection_member (${columns});
${indexes}
INSERT INTO collection_list (id, document_id)
  SELECT id, id FROM document
  WHERE primary_type IN ('Collection', 'Favorites') AND is_version = 0 AND proxy_target_id IS NULL
    AND jsonb_typeof(properties -> 'collection:documentIds') = 'array';
INSERT INTO collection_member (collection_id, member_id, position)
  SELECT list.id, item.value, item.place * 1048576
  FROM collection_list AS list
  JOIN document AS collection ON collection.id = list.id
  CROSS JOIN LATERAL jsonb_array_elements_text(collection.properties -> 'collection:documentIds')
    WITH ORDINALITY AS item (value, place)
  JOIN document AS member ON member.id = item.value
  WHERE member.id <> list.id
  ORDER BY list.id, item.place
  ON CONFLICT DO NOTHING;
UPDATE document SET properties = properties - 'collection:documentIds'
  WHERE primary_type IN ('Collection', 'Favorites') AND properties ? 'collection:documentIds';
`;

export const collectionsMigration: Migration = {
  id: 23,
  name: 'collections',
  sqlite,
  postgres,
};
