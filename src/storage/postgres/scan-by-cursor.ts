import type { PostgresPool } from './postgres-pool.ts';
import { PostgresTransaction } from './postgres-transaction.ts';

interface CursorScan {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly pageRows: number;
  readonly signal: AbortSignal | undefined;
}

/** A cursor on the server, in a transaction of its own whose statements all see one state. */
export async function* scanByCursor(
  pool: PostgresPool,
  { sql, parameters, pageRows, signal }: CursorScan,
): AsyncGenerator<readonly unknown[]> {
  signal?.throwIfAborted();
  const transaction = await PostgresTransaction.begin(pool, 'snapshot');
  const { connection } = transaction;
  try {
    // All rows are wanted, not only the first ones.
    await connection.query({ text: 'set local cursor_tuple_fraction = 1' });
    const text = `declare scan no scroll cursor for ${sql}`;
    await connection.query({ text, values: [...parameters] });
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await connection.query({ text: `fetch ${pageRows} from scan` });
      if (rows.length > 0) yield rows;
      if (rows.length < pageRows) return;
    }
  } finally {
    await transaction.rollback();
  }
}
