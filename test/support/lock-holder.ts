/**
 * Another process with the write lock of a SQLite store: `fork('lock-holder.ts', [<database>])`. It sends
 * a message when it has the lock, and releases it after one.
 */
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';

const [path = ''] = process.argv.slice(2);
const connection = new SqliteConnection({ path, readonly: false, busyTimeoutMs: 5_000 });
connection.run('BEGIN IMMEDIATE', []);
process.on('message', () => {
  connection.run('COMMIT', []);
  connection.close();
  process.disconnect?.();
});
process.send?.('locked');
