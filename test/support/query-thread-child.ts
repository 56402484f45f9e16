/**
 * Ends in the middle of a slow query, as a server does that is told to stop at once: `node
 * query-thread-child.ts <database>`.
 */
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { countOn, endlessRows } from './slow-statements.ts';

const [path = ''] = process.argv.slice(2);
const database = new SqliteDatabase({ path, queueTimeoutMs: 1_000, queryThreads: 1 });
await migrate(database, migrations);
const bounds = { timeLimitMs: 600_000 };
void database.read((handle) => countOn(handle, endlessRows), undefined, bounds);
// By then the thread is in the middle of it: it sets out while the process is on its way here.
setTimeout(() => {
  process.stdout.write(`running ${database.queryThreads?.running}\n`);
  process.exit(3);
}, 1_500);
