import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import type { FulltextEntry, PostgresEntry, SqliteEntry } from './index-entry.ts';

const storeSqlite = defineStatement<SqliteEntry, unknown>((b, p) =>
  b.insertInto('fulltext_entry').values({
    document_id: p.document_id,
    digest: p.digest,
    title: p.title,
    description: p.description,
    other: p.other,
    files: p.files,
  }),
);

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
  { forMany: ({ builder }, entries) => upsert(builder, entries) },
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
  if (sqlite.length > 0) await handle.run(builder.insertInto('fulltext_entry').values(sqlite));
  if (postgres.length > 0) {
    await handle.run(builder.insertInto('document_fulltext').values(postgres));
  }
}
