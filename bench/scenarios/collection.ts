import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { administrator, authorizationOf } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  megabytes,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { measureGrowth } from '../servers/memory-watch.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import { apiRoot, floorProgram, sourceProgram, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { databaseOf, withFolder } from '../stores.ts';

export const collection: Scenario = {
  name: 'collection',
  summary: 'a dry run of the collection of contents, against a bare scan of their rows and files',
  run(effort) {
    const contents = effort.isQuick ? 60_000 : 1_000_000;
    return withFolder(async (folder) => {
      // The server of PostgreSQL runs as another user.
      await chmod(folder, 0o755);
      const data = join(folder, 'store');
      const figures = await onSqlite(data, contents, effort);
      // The same files belong to the next database.
      await rm(join(data, 'blobs/owner'));
      return [...figures, ...(await onPostgres(folder, contents, effort))];
    });
  },
};

interface Place {
  readonly engine: string;
  readonly server: ServerProcess;
  readonly data: string;
  /** Of the bare scan. */
  readonly database: string;
}

async function onSqlite(data: string, contents: number, effort: Effort) {
  await (await startCartulary(data)).stop();
  writeFiles(join(data, 'blobs/data'), contents);
  fillSqlite(databaseOf(data), contents);
  const server = await startCartulary(data);
  const place = { engine: 'SQLite', server, data, database: databaseOf(data) };
  return measure(place, effort).finally(() => server.stop());
}

async function onPostgres(folder: string, contents: number, effort: Effort) {
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const data = join(folder, 'store');
    const settings = ['--database-url', postgres.url];
    await (await startCartulary(data, sourceProgram, settings)).stop();
    await fillPostgres(postgres.url, contents);
    const server = await startCartulary(data, sourceProgram, settings);
    const place = { engine: 'PostgreSQL', server, data, database: postgres.url };
    return await measure(place, effort).finally(() => server.stop());
  } finally {
    await postgres.stop();
  }
}

function keyOf(number: number): string {
  return createHash('sha256').update(String(number)).digest('hex');
}

function writeFiles(folder: string, contents: number): void {
  for (let number = 0; number < contents; number += 1) {
    const key = keyOf(number);
    const place = join(folder, key.slice(0, 2));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, key), String(number));
  }
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Every second content is held by a lease. */
function fillSqlite(path: string, contents: number): void {
  const db = new Sqlite(path);
  const blob = db.prepare(
    'insert into blob (key, size, digest, digest_algorithm, created_at) values (?, ?, ?, ?, ?)',
  );
  const lease = db.prepare('insert into blob_lease values (?, ?, ?)');
  db.transaction(() => {
    for (let number = 0; number < contents; number += 1) {
      const key = keyOf(number);
      blob.run(key, String(number).length, key, 'SHA-256', Date.now());
      if (number % 2 === 0) lease.run(key, key, Date.now() + yearMs);
    }
  })();
  db.close();
}

async function fillPostgres(url: string, contents: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const key = "encode(sha256(convert_to(n::text, 'UTF8')), 'hex')";
  const numbers = 'from generate_series(0, $1::int - 1) n';
  const times = [contents, Date.now()];
  await client.query(
    `insert into blob (key, size, digest, digest_algorithm, created_at) select k, length(n::text), k, 'SHA-256', $2::bigint
      ${numbers}, lateral (select ${key} as k) keys`,
    times,
  );
  const lease = `insert into blob_lease select ${key}, ${key}, $2::bigint ${numbers} where n % 2 = 0`;
  await client.query(lease, [contents, Date.now() + yearMs]);
  await client.query('analyze');
  await client.end();
}

async function call(server: ServerProcess, method: string, path: string) {
  const headers = { authorization: authorizationOf(administrator) };
  const url = `http://127.0.0.1:${server.port}${apiRoot}${path}`;
  const response = await fetch(url, { method, headers });
  if (response.status >= 300) throw new Error(`${path}: ${response.status}`);
  // biome-ignore lint/suspicious/noExplicitAny: JSON of one shape
  return (await response.json()) as any;
}

/** The contents per second from the submission to the end. */
async function collect(server: ServerProcess): Promise<number> {
  const startMs = performance.now();
  const submitted = await call(server, 'DELETE', '/management/blobs/orphaned?dryRun=true');
  for (;;) {
    const status = await call(server, 'GET', `/management/bulk/${submitted.commandId}`);
    if (status.state === 'COMPLETED') {
      return (status.processed / (performance.now() - startMs)) * 1_000;
    }
    await sleep(250);
  }
}

async function scan({ database, data }: Place): Promise<number> {
  const args = [floorProgram('scan-contents'), database, join(data, 'blobs/data')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

const growthMax = 200e6;

async function measure(place: Place, effort: Effort): Promise<readonly Figure[]> {
  const { engine, server } = place;
  let grownBytes = 0;
  const ours = async (): Promise<number> => {
    let rate = 0;
    const grown = await measureGrowth(server, async () => {
      rate = await collect(server);
    });
    grownBytes = Math.max(grownBytes, grown);
    return rate;
  };
  const pairs = await interleave(effort.rounds, { ours, floor: () => scan(place) });
  const name = `collection, contents, ${engine}`;
  const memory: Figure = {
    name: `collection, memory, ${engine}`,
    ours: megabytes(grownBytes),
    floor: megabytes(growthMax),
    value: {
      median: grownBytes / growthMax,
      min: grownBytes / growthMax,
      max: grownBytes / growthMax,
    },
    target: { atMost: 1 },
  };
  return [comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.3 } }), memory];
}
