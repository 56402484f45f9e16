import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

/**
 * Parses a body and inserts one row for it. Writers that wait at the same time share a commit,
 * which SQLite flushes (`synchronous=FULL`) before any of them gets a response.
 */
const [port, database] = process.argv.slice(2);
const db = new Sqlite(database);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(
  'CREATE TABLE document (id TEXT PRIMARY KEY, parent_id TEXT, name TEXT, body TEXT, UNIQUE (parent_id, name))',
);
const insert = db.prepare('INSERT INTO document VALUES (?, ?, ?, ?)');

interface NewDocument {
  readonly name: string;
}

let waiting: { parentId: string; document: NewDocument; done: (body: string) => void }[] = [];

function commitAll(): void {
  const writers = waiting;
  waiting = [];
  const answers: string[] = [];
  db.exec('BEGIN IMMEDIATE');
  for (const { parentId, document } of writers) {
    const uid = randomUUID();
    const body = JSON.stringify({ uid, ...document });
    insert.run(uid, parentId, document.name, body);
    answers.push(body);
  }
  db.exec('COMMIT');
  for (const [index, { done }] of writers.entries()) done(answers[index] ?? '');
}

const app = Fastify();
app.post<{ Params: { id: string }; Body: NewDocument }>('/id/:id', async (request, reply) => {
  const body = await new Promise<string>((done) => {
    if (waiting.length === 0) setImmediate(commitAll);
    waiting.push({ parentId: request.params.id, document: request.body, done });
  });
  return reply.status(201).type('application/json; charset=utf-8').send(body);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
