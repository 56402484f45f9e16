import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { embeddedPostgres } from '../support/postgres-server.ts';

/** A store of its own, gone with `remove`. */
export interface SoakStore {
  readonly data: string;
  readonly databaseUrl?: string;
  restartDatabase?(): Promise<void>;
  remove(): Promise<void>;
}

export async function openSoakStore(engine: EngineName): Promise<SoakStore> {
  const folder = await mkdtemp(join(tmpdir(), 'cartulary-soak-'));
  const data = join(folder, 'store');
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (engine === 'sqlite') return { data, remove: removeFolder };
  const { server, url } = await embeddedPostgres(folder, { isPersistent: true, settings: [] });
  await server.initialise();
  await server.start();
  await server.createDatabase('cartulary');
  return {
    data,
    databaseUrl: `${url}/cartulary`,
    restartDatabase: async () => {
      await server.stop();
      await server.start();
    },
    remove: async () => {
      await server.stop();
      await removeFolder();
    },
  };
}
