import { afterAll, beforeAll } from 'vitest';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp, type TestClient, type TestRequest } from './app.ts';
import { createStorePlace } from './engines.ts';

/** The engines of the default repository and of the one beside it. */
export const enginePairs: readonly (readonly [EngineName, EngineName])[] = [
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'postgres'],
];

/** A server with the repositories `default` and `archive`. */
export interface SeveralRepositories extends TestApp {
  /** Its requests have the header that names `archive`. */
  readonly archive: TestClient;
}

async function startSeveral(
  [main, other]: readonly [EngineName, EngineName],
  flags: Record<string, unknown> = {},
): Promise<SeveralRepositories> {
  const place = await createStorePlace(other, 'migrated');
  const { data, databaseUrl = null } = place;
  const repositories = [{ name: 'archive', data, databaseUrl }];
  try {
    const app = await startTestApp(main, { repositories, ...flags });
    const close = async (): Promise<void> => {
      await app.close();
      await place.remove();
    };
    return { ...app, archive: inRepository(app, 'archive'), close };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Runs for the tests of the `describe` that calls this. */
export function serveSeveral(engines: readonly [EngineName, EngineName]): {
  readonly app: SeveralRepositories;
  readonly archive: TestClient;
} {
  const app = {} as SeveralRepositories;
  beforeAll(async () => {
    Object.assign(app, await startSeveral(engines));
  });
  afterAll(() => app.close());
  const archive: TestClient = {
    request: (line, options) => app.archive.request(line, options),
  };
  return { app, archive };
}

export function inRepository(client: TestClient, name: string): TestClient {
  return {
    request: (line, options: TestRequest = {}) =>
      client.request(line, { ...options, headers: { 'X-NXRepository': name, ...options.headers } }),
  };
}
