import type { Migration } from './migrate.ts';

/** Decisions of collectors that are not carried out yet; see `docs/decisions/0003-blobs.md`. */
const script = `
CREATE TABLE removed_content (
  name TEXT PRIMARY KEY,
  decided_at BIGINT NOT NULL
);
`;

export const removedContentsMigration: Migration = {
  id: 19,
  name: 'removed contents',
  sqlite: script,
  postgres: script,
};
