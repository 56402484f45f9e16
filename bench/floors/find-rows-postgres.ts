import Fastify from 'fastify';
import pg from 'pg';

/** As `find-rows`, on PostgreSQL: hand-written SQL, prepared, without permission checks. */
const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });

const byDate = `
  SELECT * FROM document
  WHERE primary_type = $1 AND created_at BETWEEN $2 AND $3
    AND is_version = 0 AND proxy_target_id IS NULL
  ORDER BY created_at DESC LIMIT 50`;

const byWords = `
  SELECT document.* FROM (
    SELECT document_id, ts_rank(words, $1::tsquery) AS score FROM document_fulltext
    WHERE words @@ $1::tsquery ORDER BY score DESC LIMIT 50
  ) AS hit
  JOIN document ON document.id = document_id ORDER BY score DESC`;

const childrenOf = `
  SELECT * FROM document WHERE parent_id = (SELECT id FROM document WHERE path = $1)
  ORDER BY title_key LIMIT 50`;

/** The driver parses the properties. */
async function answer(name: string, text: string, values: readonly unknown[]): Promise<object> {
  const { rows } = await pool.query({ name, text, values: [...values] });
  return { entries: rows };
}

const app = Fastify();
app.get<{ Querystring: { type: string; from: string; to: string } }>(
  '/by-date',
  ({ query: { type, from, to } }) =>
    answer('by-date', byDate, [type, Date.parse(from), Date.parse(to)]),
);
app.get<{ Querystring: { words: string } }>('/by-words', ({ query: { words } }) =>
  answer('by-words', byWords, [words.split(' ').join(' & ')]),
);
app.get<{ Querystring: { path: string } }>('/children', ({ query: { path } }) =>
  answer('children', childrenOf, [path]),
);
await app.listen({ port: Number(port), host: '127.0.0.1' });
