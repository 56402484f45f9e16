import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, loadEmbeddedPostgres } from '../../test/support/postgres-server.ts';

export interface PostgresServer {
  /** Address of the database that the server has for us. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL in that folder, made if it is not there. Other users must be able to reach the folder,
 * for root starts it as one of them.
 */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  await chmod(folder, 0o755);
  const port = await freePort();
  const Postgres = await loadEmbeddedPostgres(folder);
  const server = new Postgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Only reading is measured, so a store need not survive the machine while it is made.
    postgresFlags: ['-c', 'fsync=off', '-c', 'shared_buffers=512MB'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (isNew) await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  };
}
