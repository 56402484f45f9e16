import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { fillCrowd, generateCrowd } from './generate-crowd.ts';
import { generateFolders } from './generate-folders.ts';
import { fillStore, generateStore } from './generate-store.ts';
import { fillTasks, type TaskStore } from './generate-tasks.ts';
import { multiplyStore } from './multiply-store.ts';
import {
  type PostgresOptions,
  type PostgresServer,
  startPostgres,
} from './servers/postgres-server.ts';

const cache = join(tmpdir(), 'cartulary-bench');
const root = resolve(import.meta.dirname, '..');

/** A folder of this run, removed at its end. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'run-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A generated store of that many files, made once and kept in the system's temporary folder. Not to
 * be changed, except for the responses that the floor reads.
 */
export async function cachedStore(files: number): Promise<string> {
  const folder = join(cache, `store-${files}-${await generationKey(storeGenerator)}`);
  return cached(folder, () => generateStore(folder, files));
}

const largeStoreOrigin = 100_000;

/** A store of a million documents, see `multiplyStore`. */
export async function cachedLargeStore(): Promise<string> {
  const original = await cachedStore(largeStoreOrigin);
  return cached(`${original}-ten-times`, async () => {
    const unfinished = `${original}-ten-times.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await copyStore(original, unfinished);
    await multiplySqlite(unfinished);
    await rename(unfinished, `${original}-ten-times`);
  });
}

async function multiplySqlite(folder: string): Promise<void> {
  const db = new Sqlite(databaseOf(folder));
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  // The indexes of all documents; without it each row reads and writes pages of them.
  db.pragma('cache_size = -2000000');
  await multiplyStore({
    run: async (sql) => void db.exec(sql),
    first: async (sql) => db.prepare<[], Record<string, unknown>>(sql).get() ?? {},
    columns: (db.pragma('table_info(document)') as { name: string }[]).map(({ name }) => name),
  });
  db.exec('analyze');
  db.close();
}

/** As `cachedStore`, with that many users and groups, and ten times as many files. */
export async function cachedCrowd(users: number): Promise<string> {
  const folder = join(cache, `crowd-${users}-${await generationKey(crowdGenerator)}`);
  return cached(folder, () => generateCrowd(folder, users));
}

/** A store with a folder of that many documents, see `generateFolders`. Not to be changed. */
export async function cachedFolders(children: number): Promise<string> {
  const folder = join(cache, `folders-${children}-${await generationKey(folderGenerator)}`);
  return cached(folder, () => generateFolders(folder, children));
}

async function cached(folder: string, generate: () => Promise<void>): Promise<string> {
  if (!(await isPresent(folder))) {
    console.error(`making a store in ${folder}`);
    await mkdir(cache, { recursive: true });
    await generate();
  }
  return folder;
}

/** A store on PostgreSQL, which runs until it is stopped. */
export interface PostgresStore extends PostgresServer {
  /** Of the blobs. */
  readonly folder: string;
}

/** As `cachedStore`, on PostgreSQL. */
export async function cachedPostgresStore(
  files: number,
  options?: PostgresOptions,
): Promise<PostgresStore> {
  const folder = join(cache, `postgres-${files}-${await generationKey(storeGenerator)}`);
  return cachedPostgres(folder, (place) => fillStore(place, files), options);
}

/** As `cachedLargeStore`, on PostgreSQL. */
export async function cachedPostgresLargeStore(): Promise<PostgresStore> {
  const name = `postgres-${largeStoreOrigin}-${await generationKey(storeGenerator)}-ten-times`;
  return cachedPostgres(join(cache, name), async (place) => {
    await fillStore(place, largeStoreOrigin);
    await multiplyPostgres(place.databaseUrl);
  });
}

async function multiplyPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'document' and is_generated = 'NEVER' order by ordinal_position`,
    );
    await client.query(`set session_replication_role = replica`);
    await multiplyStore({
      run: async (sql) => void (await client.query(sql)),
      first: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {},
      columns: rows.map(({ name }) => name),
    });
  } finally {
    await client.end();
  }
}

/** As `cachedCrowd`, on PostgreSQL. */
export async function cachedPostgresCrowd(users: number): Promise<PostgresStore> {
  const folder = join(cache, `postgres-crowd-${users}-${await generationKey(crowdGenerator)}`);
  return cachedPostgres(folder, (place) => fillCrowd(place, users));
}

/** A store with reviews that wait for users. */
export async function cachedTasks(size: TaskStore): Promise<string> {
  const folder = join(cache, `tasks-${await nameOfTasks(size)}`);
  return cached(folder, async () => {
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await fillTasks({ data: unfinished }, size);
    await rename(unfinished, folder);
  });
}

/** As `cachedTasks`, on PostgreSQL. */
export async function cachedPostgresTasks(size: TaskStore): Promise<PostgresStore> {
  const folder = join(cache, `postgres-tasks-${await nameOfTasks(size)}`);
  return cachedPostgres(folder, (place) => fillTasks(place, size));
}

async function nameOfTasks({ tasks, users }: TaskStore): Promise<string> {
  return `${tasks}-${users}-${await generationKey(taskGenerator)}`;
}

type Fill = (place: { readonly data: string; readonly databaseUrl: string }) => Promise<void>;

async function cachedPostgres(
  folder: string,
  fill: Fill,
  options?: PostgresOptions,
): Promise<PostgresStore> {
  const unfinished = `${folder}.unfinished`;
  await cached(folder, async () => {
    await rm(unfinished, { recursive: true, force: true });
    await fillPostgres(unfinished, fill);
    await rename(unfinished, folder);
  });
  return { ...(await startPostgres(folder, options)), folder: join(folder, 'store') };
}

async function fillPostgres(folder: string, fill: Fill): Promise<void> {
  const server = await startPostgres(folder);
  try {
    const data = join(folder, 'store');
    await mkdir(data);
    await fill({ data, databaseUrl: server.url });
    await gatherStatistics(server.url);
  } finally {
    await server.stop();
  }
}

/** As PostgreSQL does by itself some minutes after many changes: figures are for the time after that. */
function gatherStatistics(url: string): Promise<void> {
  return runStatement(url, 'vacuum analyze');
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A copy that may be changed. */
export async function copyStore(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true });
  return to;
}

/** Another database of the same server. */
interface PostgresCopy {
  readonly url: string;
  readonly folder: string;
  remove(): Promise<void>;
}

/** As `copyStore`, of a store on PostgreSQL. */
export async function copyPostgresStore(from: PostgresStore, to: string): Promise<PostgresCopy> {
  const original = new URL(from.url).pathname.slice(1);
  const copy = `${original}_copy`;
  const urlOf = (database: string): string => new URL(`/${database}`, from.url).href;
  // Not from the original itself: a database can be copied only while it has no connections.
  const run = (statement: string): Promise<void> => runStatement(urlOf('template1'), statement);
  const remove = (): Promise<void> => run(`drop database if exists ${copy} with (force)`);
  await remove();
  await run(`create database ${copy} template ${original}`);
  return { url: urlOf(copy), folder: await copyStore(from.folder, to), remove };
}

const storeGenerator = ['generate-store.ts', 'generated-content.ts'];
const crowdGenerator = ['generate-crowd.ts'];
const folderGenerator = ['generate-folders.ts', 'generated-content.ts'];
const taskGenerator = ['generate-tasks.ts'];

/** Stores made by another generator, or with other tables, are not used again. */
async function generationKey(generator: readonly string[]): Promise<string> {
  const migrations = join(root, 'src/storage/migrations');
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  const hash = createHash('sha256');
  for (const file of [...files, ...generator.map((name) => join(import.meta.dirname, name))]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 10);
}

async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

export interface StoredDocument {
  readonly id: string;
  readonly path: string;
}

/** The id of a file, of a store on either engine. */
export async function anyFileId(database: { folder: string; url?: string }): Promise<string> {
  const query = `SELECT id FROM document WHERE primary_type = 'File' LIMIT 1`;
  if (database.url === undefined) {
    const db = new Sqlite(databaseOf(database.folder), { readonly: true });
    const id = db.prepare<[], string>(query).pluck().get();
    db.close();
    return id ?? '';
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(query);
  await client.end();
  return rows[0]?.id ?? '';
}

/** Ids of a generated store on PostgreSQL: of files, and of the folders that hold them. */
export async function sampleIds(
  url: string,
  count: number,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const idsOf = async (condition: string): Promise<readonly string[]> => {
      const query = `SELECT id FROM document WHERE ${condition} ORDER BY id LIMIT ${count}`;
      return (await client.query<{ id: string }>(query)).rows.map(({ id }) => id);
    };
    return {
      files: await idsOf(`primary_type = 'File' AND is_version = 0`),
      folders: await idsOf(`name LIKE 'folder-%'`),
    };
  } finally {
    await client.end();
  }
}

/** Files spread evenly over a generated store. */
export function sampleFiles(folder: string, count: number): readonly StoredDocument[] {
  const db = new Sqlite(databaseOf(folder), { readonly: true });
  try {
    const rows = db.prepare('SELECT max(rowid) FROM document').pluck().get() as number;
    return db
      .prepare<[number, number], StoredDocument>(
        `SELECT id, path FROM document WHERE rowid % ? = 0 AND primary_type = 'File' LIMIT ?`,
      )
      .all(Math.max(1, Math.floor(rows / count)), count);
  } finally {
    db.close();
  }
}

/** The folders that hold the files, but for the one that holds a tenth of them. */
export function folderIds(folder: string): readonly string[] {
  const db = new Sqlite(databaseOf(folder), { readonly: true });
  try {
    return db
      .prepare<[], string>(`SELECT id FROM document WHERE name LIKE 'folder-%'`)
      .pluck()
      .all() as string[];
  } finally {
    db.close();
  }
}

export function databaseOf(folder: string): string {
  return join(folder, 'cartulary.db');
}
