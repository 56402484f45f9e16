import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

/**
 * Parses a body and updates one row with it. Writers that wait at the same time share a commit,
 * which SQLite flushes (`synchronous=FULL`) before any of them gets a response.
 */
const [port, database, documents] = process.argv.slice(2);
const db = new Sqlite(database);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(
  'CREATE TABLE document (id TEXT PRIMARY KEY, changes INTEGER NOT NULL, body TEXT NOT NULL)',
);
const insert = db.prepare('INSERT INTO document VALUES (?, 0, ?)');
db.transaction(() => {
  for (let id = 0; id < Number(documents); id += 1) insert.run(String(id), '{}');
})();
const update = db.prepare('UPDATE document SET changes = changes + 1, body = ? WHERE id = ?');

interface Change {
  readonly properties: Readonly<Record<string, unknown>>;
}

let waiting: { id: string; change: Change; done: (body: string) => void }[] = [];

function commitAll(): void {
  const writers = waiting;
  waiting = [];
  const answers: string[] = [];
  db.exec('BEGIN IMMEDIATE');
  for (const { id, change } of writers) {
    const body = JSON.stringify({ uid: id, ...change });
    update.run(body, id);
    answers.push(body);
  }
  db.exec('COMMIT');
  for (const [index, { done }] of writers.entries()) done(answers[index] ?? '');
}

const app = Fastify();
app.put<{ Params: { id: string }; Body: Change }>('/id/:id', async (request, reply) => {
  const body = await new Promise<string>((done) => {
    if (waiting.length === 0) setImmediate(commitAll);
    waiting.push({ id: request.params.id, change: request.body, done });
  });
  return reply.type('application/json; charset=utf-8').send(body);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
