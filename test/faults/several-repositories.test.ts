import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { createPostgresDatabase, makeFolder } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import { inRepository } from '../support/several-repositories.ts';

type Folder = Awaited<ReturnType<typeof makeFolder>>;

describe('a repository whose database is away', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let proxy: PostgresProxy;
  let folder: Folder;
  let app: TestApp;
  beforeAll(async () => {
    database = await createPostgresDatabase();
    proxy = await PostgresProxy.open(database.url);
    folder = await makeFolder();
    const repositories = [{ name: 'archive', data: folder.path, databaseUrl: proxy.url }];
    app = await startTestApp('sqlite', { repositories });
  });
  afterAll(async () => {
    proxy.comeUp();
    await app.close();
    await proxy.close();
    await database.drop();
    await folder.remove();
  });

  test('answers 503, the others go on, and what changed meanwhile is copied later', async () => {
    const archive = inRepository(app, 'archive');
    expect((await archive.request('GET /api/v1/path/')).status).toBe(200);
    proxy.goDown();
    expect((await archive.request('GET /api/v1/path/')).status).toBe(503);
    expect((await app.request('GET /api/v1/path/')).status).toBe(200);
    expect(Object.keys((await app.request('GET /json/cmis')).json)).toEqual(['default']);
    await createUser(app, 'late');
    proxy.comeUp();
    await vi.waitFor(
      async () => {
        const params = { searchTerm: 'late' };
        const { status, json } = await callOperation(archive, 'UserGroup.Suggestion', { params });
        expect([status, json.map((each: { id: string }) => each.id)]).toEqual([200, ['late']]);
      },
      { timeout: 60_000, interval: 100 },
    );
  });
});

describe('a repository that cannot be used', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(() => folder.remove());

  const startWith = async (repositories: readonly object[], flags = {}): Promise<string> => {
    try {
      const app = await startTestApp('sqlite', { repositories, ...flags });
      await app.close();
      return 'started';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  test('ends the start with its name', async () => {
    const databaseUrl = 'postgres://nobody:secret@127.0.0.1:1/none';
    const message = await startWith([{ name: 'gone', data: folder.path, databaseUrl }]);
    expect(message).toContain('repository gone: ');
    expect(message).not.toContain('secret');
  });

  test('is one with the database of another, by whatever address', async () => {
    const data = join(folder.path, 'first');
    await mkdir(data);
    await symlink(data, join(folder.path, 'link'));
    const repositories = [
      { name: 'one', data },
      { name: 'two', data: join(folder.path, 'link') },
    ];
    expect(await startWith(repositories)).toContain(
      'repository two: its database is that of the repository one; name another one',
    );
  });

  test('is one that was a server by itself, whose users would be lost', async () => {
    const data = join(folder.path, 'own');
    const alone = await startTestApp('sqlite', { data });
    await createUser(alone, 'owner');
    await alone.close();
    expect(await startWith([{ name: 'own', data }])).toContain(
      'repository own: its database has users of its own',
    );
  });

  test('is one of another server, and one that is started as the default repository', async () => {
    const data = join(folder.path, 'other');
    expect(await startWith([{ name: 'shared', data }])).toBe('started');
    // With this setting the default repository is made anew, and not from a template.
    expect(await startWith([{ name: 'shared', data }], { host: '127.0.0.1' })).toContain(
      'repository shared: its database belongs to another server',
    );
    expect(await startWith([], { data })).toContain('copies of the users of another');
  });
});
