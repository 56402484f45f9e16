/**
 * The bare scan that the collection of contents is compared with: all rows of the table, and the name and
 * size of all files. Prints the contents per second.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const [place = '', folder = ''] = process.argv.slice(2);

const startMs = performance.now();
const rows = place.startsWith('postgres') ? await countOnPostgres() : countOnSqlite();
const bytes = sizeBelow(folder);
const seconds = (performance.now() - startMs) / 1_000;
if (bytes === 0) throw new Error('there are no files');
console.log(rows / seconds);

function countOnSqlite(): number {
  const db = new Sqlite(place, { readonly: true });
  let count = 0;
  for (const _row of db.prepare('select key, size from blob').iterate()) count += 1;
  db.close();
  return count;
}

async function countOnPostgres(): Promise<number> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  let count = 0;
  await client.query('begin');
  await client.query('declare scan no scroll cursor for select key, size from blob');
  for (;;) {
    const { rows } = await client.query('fetch 1000 from scan');
    if (rows.length === 0) break;
    count += rows.length;
  }
  await client.end();
  return count;
}

function sizeBelow(path: string): number {
  let size = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    size += entry.isDirectory() ? sizeBelow(inner) : statSync(inner).size;
  }
  return size;
}
