/**
 * Writes rows without a pause to a store with a short write-ahead log, and sends the name of each that is
 * acknowledged: `fork('checkpoint-child.ts', [<database>])`. The parent kills it.
 */
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';

const [path = ''] = process.argv.slice(2);
const database = new SqliteDatabase({
  path,
  queueTimeoutMs: 10_000,
  checkpointLimits: { commits: 1, copyPages: 100, restartPages: 200 },
});
await migrate(database, migrations);

let rows = 0;
async function writeOn(): Promise<never> {
  for (;;) {
    rows += 1;
    const row = { name: `${process.pid}-${rows}`, value: 'x'.repeat(3_000) };
    await database.write((handle) =>
      handle.run(handle.builder.insertInto('server_fact').values(row)),
    );
    process.send?.(row.name);
  }
}
process.on('disconnect', () => process.exit());
await Promise.all([writeOn(), writeOn(), writeOn(), writeOn()]);
