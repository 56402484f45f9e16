import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Copies files durably under new names, and inserts a row for each, in transactions of 100. */
const [source = '', target = ''] = process.argv.slice(2);
const atATime = 8;
const rowsPerTransaction = 100;

await mkdir(target, { recursive: true });
const db = new Sqlite(join(target, 'rows.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE file (path TEXT PRIMARY KEY, digest TEXT NOT NULL, size INTEGER NOT NULL)');
const insert = db.prepare('INSERT INTO file VALUES (?, ?, ?)');
const insertAll = db.transaction((rows: readonly Row[]) => {
  for (const row of rows) insert.run(...row);
});

type Row = readonly [path: string, digest: string, size: number];

let rows: Row[] = [];
const entries = await readdir(source, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
let next = 0;

async function copyNext(): Promise<void> {
  for (let at = next; at < files.length; at = next) {
    next += 1;
    const path = files[at] ?? '';
    const content = await readFile(path);
    const digest = createHash('sha256').update(content).digest('hex');
    const temporary = join(target, `${at}.tmp`);
    const file = await open(temporary, 'wx');
    await file.writeFile(content);
    await file.sync();
    await file.close();
    await rename(temporary, join(target, digest));
    rows.push([path, digest, content.length]);
    if (rows.length < rowsPerTransaction) continue;
    const full = rows;
    rows = [];
    insertAll(full);
  }
}

await Promise.all(Array.from({ length: atATime }, copyNext));
insertAll(rows);
db.close();
