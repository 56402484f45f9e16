import { sql } from 'kysely';
import { compilable } from '../principals.ts';
import { defineCheck } from './check.ts';

const problemsMax = 100;

/** SQLite's own check of the file. PostgreSQL has tools of its own for that. */
export const storagePages = defineCheck({
  name: 'storage-pages',
  isSlow: true,
  async *run({ database }) {
    if (database.engine !== 'sqlite') return;
    const rows = await database.read((handle) => {
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
