import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';

/** Name of the database that others of a run are copies of. */
export const migratedTemplate = 'cartulary_migrated';

/** Makes an empty store of the database. There must be no connections to it when it is copied. */
export async function migrateTemplate(server: string): Promise<void> {
  const database = new PostgresDatabase({
    connectionString: `${server}/${migratedTemplate}`,
    poolSize: 1,
    queueTimeoutMs: 10_000,
  });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
}
