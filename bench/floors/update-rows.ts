/**
 * The bare loop that bulk commands are compared with: one UPDATE for each document, in transactions of
 * 100, each durable before the next. Prints the rows per second.
 */
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const perTransaction = 100;
const [place = '', value = ''] = process.argv.slice(2);

const rowsPerSecond = place.startsWith('postgres') ? await onPostgres() : onSqlite();
console.log(rowsPerSecond);

function onSqlite(): number {
  const db = new Sqlite(place);
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  const ids = db
    .prepare('select id from document where title_key <> ?')
    .pluck()
    .all('') as string[];
  const update = db.prepare(
    `update document set properties = json_set(properties, '$."dc:source"', ?), modified_at = ? where id = ?`,
  );
  const some = db.transaction((part: readonly string[]) => {
    for (const id of part) update.run(value, Date.now(), id);
  });
  const startMs = performance.now();
  for (let at = 0; at < ids.length; at += perTransaction) some(ids.slice(at, at + perTransaction));
  const seconds = (performance.now() - startMs) / 1_000;
  db.close();
  return ids.length / seconds;
}

async function onPostgres(): Promise<number> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select id from document where title_key <> ''",
  );
  const text = `update document set properties = jsonb_set(properties, '{dc:source}', to_jsonb($1::text)),
    modified_at = $2 where id = $3`;
  const startMs = performance.now();
  for (let at = 0; at < rows.length; at += perTransaction) {
    await client.query('begin');
    for (const { id } of rows.slice(at, at + perTransaction)) {
      await client.query({ name: 'update', text, values: [value, Date.now(), id] });
    }
    await client.query('commit');
  }
  const seconds = (performance.now() - startMs) / 1_000;
  await client.end();
  return rows.length / seconds;
}
