import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { remoteClient, startTestApp, type TestApp, type TestClient } from './app.ts';
import { ChildServer } from './child-server.ts';
import { createCliStore } from './cli.ts';

/** Two servers on one store: one in this process, the other in its own. */
export interface TwoServers {
  readonly here: TestApp;
  readonly there: TestClient;
  close(): Promise<void>;
}

export async function startTwoServers(engine: EngineName): Promise<TwoServers> {
  const store = await createCliStore(engine);
  const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
  const here = await startTestApp(engine, { data, databaseUrl });
  const child = new ChildServer({ data, databaseUrl });
  return {
    here,
    there: remoteClient(await child.url),
    close: async () => {
      await child.stop();
      await here.close();
      await store.close();
    },
  };
}
