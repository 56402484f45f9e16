import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/** Hand-written, prepared: a row by its id, and a row inserted in a transaction of its own. */
const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });
await pool.query(
  `CREATE TABLE IF NOT EXISTS bench_document
    (id text PRIMARY KEY, parent_id text, name text, body text, UNIQUE (parent_id, name))`,
);

const read = { name: 'read', text: 'SELECT * FROM document WHERE id = $1' };
const insert = { name: 'insert', text: 'INSERT INTO bench_document VALUES ($1, $2, $3, $4)' };

interface NewDocument {
  readonly name: string;
}

const app = Fastify();
app.get<{ Params: { id: string } }>('/id/:id', async ({ params }) => {
  const { rows } = await pool.query({ ...read, values: [params.id] });
  return rows[0];
});
app.post<{ Params: { id: string }; Body: NewDocument }>(
  '/id/:id',
  async ({ params, body }, reply) => {
    const uid = randomUUID();
    const created = JSON.stringify({ uid, ...body });
    await pool.query({ ...insert, values: [uid, params.id, body.name, created] });
    return reply.status(201).type('application/json; charset=utf-8').send(created);
  },
);
await app.listen({ port: Number(port), host: '127.0.0.1' });
