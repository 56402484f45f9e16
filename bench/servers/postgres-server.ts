import { mkdir } from 'node:fs/promises';
import { embeddedPostgres } from '../../test/support/postgres-server.ts';

export interface PostgresServer {
  /** Address of the database. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Whether commits are durable, as on a real server. */
  readonly flushes?: boolean;
}

/** A PostgreSQL in that folder, made if it is not there. */
export async function startPostgres(
  folder: string,
  { flushes = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const settings = ['shared_buffers=512MB', `fsync=${flushes ? 'on' : 'off'}`];
  const { server, url } = await embeddedPostgres(folder, { isPersistent: true, settings });
  if (isNew) await server.initialise();
  await server.start();
  return { url: `${url}/postgres`, stop: () => server.stop() };
}
