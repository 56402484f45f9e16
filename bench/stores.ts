import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { fillStore, generateStore } from './generate-store.ts';
import { type PostgresServer, startPostgres } from './servers/postgres-server.ts';

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
  const folder = join(cache, `store-${files}-${await generationKey()}`);
  if (!(await isPresent(folder))) {
    console.error(`making a store of ${files.toLocaleString('en')} files in ${folder}`);
    await mkdir(cache, { recursive: true });
    await generateStore(folder, files);
  }
  return folder;
}

/** A store on PostgreSQL, which runs until it is stopped. */
export interface PostgresStore extends PostgresServer {
  /** Of the blobs. */
  readonly folder: string;
}

/** As `cachedStore`, on PostgreSQL. */
export async function cachedPostgresStore(files: number): Promise<PostgresStore> {
  const folder = join(cache, `postgres-${files}-${await generationKey()}`);
  if (!(await isPresent(folder))) {
    console.error(`making a store of ${files.toLocaleString('en')} files in ${folder}`);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await fillPostgres(unfinished, files);
    await rename(unfinished, folder);
  }
  return { ...(await startPostgres(folder)), folder: join(folder, 'store') };
}

async function fillPostgres(folder: string, files: number): Promise<void> {
  const server = await startPostgres(folder);
  try {
    const data = join(folder, 'store');
    await mkdir(data);
    await fillStore({ data, databaseUrl: server.url }, files);
    await gatherStatistics(server.url);
  } finally {
    await server.stop();
  }
}

/** As PostgreSQL does by itself some minutes after many changes: figures are for the time after that. */
async function gatherStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** A copy that may be changed. */
export async function copyStore(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true });
  return to;
}

/** Stores made by another generator, or with other tables, are not used again. */
async function generationKey(): Promise<string> {
  const migrations = join(root, 'src/storage/migrations');
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  const hash = createHash('sha256');
  const generator = ['generate-store.ts', 'generated-content.ts'];
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
