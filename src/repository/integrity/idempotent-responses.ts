import { sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

interface ResponseRow {
  readonly username: string;
  readonly key_digest: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly has_body: number;
}

const pageSize = 500;

/** A stored response is complete, or absent while its request runs. */
export const idempotentResponses = defineCheck({
  name: 'idempotent-responses',
  async *run({ database }) {
    const pages = pagesOf<ResponseRow>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function readPage(
  handle: ReadHandle,
  after: ResponseRow | undefined,
): Promise<readonly ResponseRow[]> {
  const follows = after
    ? sql`(username, key_digest) > (${after.username}, ${after.key_digest})`
    : sql`1 = 1`;
  const query = sql<ResponseRow>`
    select username, key_digest, status, headers,
      case when body is null then 0 else 1 end as has_body
    from idempotent_response where ${follows}
    order by username, key_digest limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.builder, query));
}

function* inspect(row: ResponseRow): Generator<Finding> {
  const isStored = row.status !== null;
  const isWhole = isStored === (row.headers !== null) && isStored === (row.has_body === 1);
  const hasJson = row.headers === null || isJson(row.headers);
  if (isWhole && hasJson) return;
  const text = isWhole ? 'has headers that are not JSON' : 'is kept in part only';
  const id = `${row.username}/${row.key_digest}`;
  yield { severity: 'error', table: 'idempotent_response', id, text };
}
