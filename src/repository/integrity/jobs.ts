import type { JobTable } from '../../storage/job-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

const pageSize = 500;

/** A job waits, runs or has failed, and has a valid payload: otherwise no worker would end it. */
export const jobs = defineCheck({
  name: 'jobs',
  async *run({ database }) {
    const pages = pagesOf<JobTable>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('job')
          .selectAll()
          .where('id', '>', after?.id ?? '')
          .orderBy('id')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function* inspect(row: JobTable): Generator<Finding> {
  const error = (text: string): Finding => ({ severity: 'error', table: 'job', id: row.id, text });
  if (row.due_at === null && row.failed_at === null) {
    yield error('is never due and has not failed');
  } else if (row.due_at !== null && row.failed_at !== null) {
    yield error('has failed and is due all the same');
  }
  if (row.lease_id !== null && row.due_at === null) yield error('is running without end');
  if (!isJson(row.payload)) yield error('has a payload that is not JSON');
}
