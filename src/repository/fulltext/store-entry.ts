import { sql } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';
import { defineRowInsertion } from '../../storage/row-insertion.ts';
import { compilable, defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import type { FulltextEntry, PostgresEntry, SqliteEntry } from './index-entry.ts';

/** Statements on the words, and those that remove documents, whose words are removed with them. */
function usesWords(text: string): boolean {
  return text.includes('fulltext') || text.startsWith('delete from "document"');
}

const storeSqlite = defineStatement<SqliteEntry, unknown>(
  (b, p) =>
    b.insertInto('fulltext_entry').values({
      document_id: p.document_id,
      digest: p.digest,
      title: p.title,
      description: p.description,
      other: p.other,
      files: p.files,
    }),
  {
    forMany: { sqlite: ({ builder }, entries) => storeManyOnSqlite(builder, entries) },
    isNeededBefore: usesWords,
  },
);

/**
 * As the triggers of `fulltext_entry`. FTS5 collects the words of a statement as long as the keys
 * increase, and writes them as one segment; with a statement for each entry it writes as many segments,
 * which takes twice as long and more work to merge them.
 */
function storeManyOnSqlite(builder: SqlBuilder, entries: readonly SqliteEntry[]) {
  const digests = JSON.stringify(entries.map(({ document_id, digest }) => [document_id, digest]));
  const words = JSON.stringify(
    entries.map((it) => [it.document_id, it.title, it.description, it.other, it.files]),
  );
  return [
    compilable(
      builder,
      sql`insert into document_fulltext (document_id, digest, acl_id)
        select value ->> 0, value ->> 1,
          (select acl_id from document where id = value ->> 0 and is_version = 0)
        from json_each(${digests}) where true
        on conflict (document_id) do update set digest = excluded.digest`,
    ),
    compilable(
      builder,
      sql`insert or replace into fulltext_words (rowid, title, description, other, files)
        select row_key, value ->> 1, value ->> 2, value ->> 3, value ->> 4
        from json_each(${words}) cross join document_fulltext on document_id = value ->> 0
        order by row_key`,
    ),
  ];
}

const storePostgres = defineStatement<PostgresEntry, unknown>(
  (b, p) =>
    upsert(b, [
      {
        document_id: p.document_id,
        digest: p.digest,
        words: p.words,
        long_text: p.long_text,
      },
    ]),
  {
    ofRows: defineRowInsertion<keyof PostgresEntry>({
      table: 'document_fulltext',
      columns: { document_id: 'text', digest: 'text', words: 'tsvector', long_text: 'text' },
      ending: sql`on conflict (document_id) do update
        set digest = excluded.digest, words = excluded.words, long_text = excluded.long_text`,
    }),
  },
);

function upsert(builder: SqlBuilder, entries: readonly PostgresEntry[]) {
  return builder
    .insertInto('document_fulltext')
    .values(entries)
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet((e) => ({
        digest: e.ref('excluded.digest'),
        words: e.ref('excluded.words'),
        long_text: e.ref('excluded.long_text'),
      })),
    );
}

/** Stores the words of a document, replacing present ones. */
export async function storeEntry(handle: WriteHandle, entry: FulltextEntry): Promise<void> {
  if (entry.engine === 'sqlite') await handle.execute(storeSqlite, entry.row);
  else await handle.execute(storePostgres, entry.row);
}

/** As `storeEntry` at the end of the unit, once for repeated calls. */
export function postponeEntry(handle: WriteHandle, key: string, entry: FulltextEntry): void {
  if (entry.engine === 'sqlite') handle.postpone(key, storeSqlite, entry.row);
  else handle.postpone(key, storePostgres, entry.row);
}

/** For documents without entries: few, as the parameters of a statement are bounded. */
export async function insertEntries(
  handle: WriteHandle,
  entries: readonly FulltextEntry[],
): Promise<void> {
  const { builder } = handle;
  const sqlite = entries.flatMap((entry) => (entry.engine === 'sqlite' ? entry.row : []));
  const postgres = entries.flatMap((entry) => (entry.engine === 'postgres' ? entry.row : []));
  if (sqlite.length > 0) {
    for (const store of storeManyOnSqlite(builder, sqlite)) await handle.run(store);
  }
  if (postgres.length > 0) {
    await handle.run(builder.insertInto('document_fulltext').values(postgres));
  }
}
