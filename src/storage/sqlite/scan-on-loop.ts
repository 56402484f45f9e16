import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { ScanStatement } from './scan-thread-program.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * A scan without a thread. Other work runs between its rows; a statement that looks long for its next
 * row holds the event loop for so long, as all statements do where there are no threads.
 */
export async function* scanOnLoop(
  connection: SqliteConnection,
  { sql, parameters, pageRows }: ScanStatement,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly unknown[]> {
  let page: unknown[] = [];
  for (const row of connection.iterate(sql, parameters)) {
    page.push(row);
    if (isTurnOver()) await giveTurn();
    signal?.throwIfAborted();
    if (page.length < pageRows) continue;
    yield page;
    signal?.throwIfAborted();
    page = [];
  }
  if (page.length > 0) yield page;
}
