import { sql } from 'kysely';
import { compilable } from '../../storage/statement.ts';
import { defineCheck } from './check.ts';

const problemsMax = 100;
const anySearch = sql<object>`select rowid from fulltext_words
  where fulltext_words match 'any' limit 1`;

/** SQLite's own check of the file. PostgreSQL has separate tools for that. */
export const storagePages = defineCheck({
  name: 'storage-pages',
  isSlow: true,
  async *run({ database }) {
    if (database.engine !== 'sqlite') return;
    const rows = await database.read(async (handle) => {
      // The check of FTS5 uses the connection's cache of the index; a search reads it again.
      await handle.all(compilable(handle.builder, anySearch));
      const query = sql<{
        integrity_check: string;
      }>`pragma integrity_check(${sql.lit(problemsMax)})`;
      return handle.all(compilable(handle.builder, query));
    });
    for (const { integrity_check: text } of rows) {
      if (text !== 'ok') yield { severity: 'error', table: 'store', id: 'file', text };
    }
  },
});
