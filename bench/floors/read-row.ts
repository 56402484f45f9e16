import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

/** Reads one prepared row and sends its text: the least that a response from a store can cost. */
const [port, database] = process.argv.slice(2);
const db = new Sqlite(database, { readonly: true });
db.pragma('mmap_size = 1073741824');
const read = db.prepare<[string], { body: string }>('SELECT body FROM bench_answer WHERE id = ?');

const app = Fastify();
app.get<{ Params: { id: string } }>('/id/:id', (request, reply) => {
  const row = read.get(request.params.id);
  reply.type('application/json; charset=utf-8').send(row?.body);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
