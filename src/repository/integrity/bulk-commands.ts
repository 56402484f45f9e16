import { bulkStates, isEnded } from '../../model/bulk-command.ts';
import type { BulkCommandTable } from '../../storage/bulk-tables.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

const pageSize = 200;

/** With what is left to do. */
type CommandRow = BulkCommandTable & {
  /** Items in slices that are not done. */
  readonly left: number | null;
  /** Jobs that wait or run; failed ones do nothing. */
  readonly jobs: number;
};

/** The counters of a command and its slices add up, and a job works on it until it has ended. */
export const bulkCommands = defineCheck({
  name: 'bulk-commands',
  async *run({ database }) {
    const pages = pagesOf<CommandRow>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

async function readPage(handle: ReadHandle, after: CommandRow | undefined): Promise<CommandRow[]> {
  const { builder } = handle;
  const rows = await handle.all(
    builder
      .selectFrom('bulk_command')
      .selectAll()
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(pageSize),
  );
  const found: CommandRow[] = [];
  for (const row of rows) found.push({ ...row, ...(await restOf(handle, row)) });
  return found;
}

async function restOf(handle: ReadHandle, { id, state }: BulkCommandTable) {
  const jobs = await handle.all(
    handle.builder
      .selectFrom('job')
      .select('id')
      .where('kind', 'in', ['bulk-scroll', 'bulk-process', 'bulk-finish', 'bulk-clean'])
      .where((e) => e.or([e('job_key', '=', id), e('job_key', 'like', `${id}/%`)]))
      .where('due_at', 'is not', null),
  );
  return { jobs: jobs.length, left: state === 'RUNNING' ? await countLeft(handle, id) : null };
}

async function countLeft(handle: ReadHandle, commandId: string): Promise<number> {
  let left = 0;
  let after: { readonly part: number; readonly number: number } | undefined;
  for (;;) {
    const { part = -1, number = -1 } = after ?? {};
    const slices = await handle.all(
      handle.builder
        .selectFrom('bulk_slice')
        .select(['part', 'number', 'items', 'done'])
        .where('command_id', '=', commandId)
        .where((e) =>
          e.or([e('part', '>', part), e.and([e('part', '=', part), e('number', '>', number)])]),
        )
        .orderBy('part')
        .orderBy('number')
        .limit(pageSize),
    );
    for (const { items, done } of slices) left += countItems(items) - done;
    after = slices.at(-1);
    if (!after) return left;
  }
}

function countItems(json: string): number {
  return isJson(json) ? (JSON.parse(json) as unknown[]).length : 0;
}

function* inspect(row: CommandRow): Generator<Finding> {
  const { id, state, source, params, result, processed, total, left, jobs } = row;
  const place = { table: 'bulk_command', id } as const;
  if (!bulkStates.some((known) => known === state)) {
    yield { ...place, severity: 'error', text: `is in the unknown state ${state}` };
  }
  if (!isJson(source) || !isJson(params) || (result !== null && !isJson(result))) {
    yield {
      ...place,
      severity: 'error',
      text: 'has a source, parameters or a result that are not JSON',
    };
  }
  if (row.error_count > processed + 1 || row.skip_count > processed) {
    yield {
      ...place,
      severity: 'error',
      text: 'counts more failed or skipped items than processed ones',
    };
  }
  if (left !== null && processed + left !== total) {
    const text = `has ${total} items, of which ${processed} are done and ${left} are left`;
    yield { ...place, severity: 'error', text };
  }
  if (isEnded(row) !== (row.expires_at !== null) || isEnded(row) !== (row.completed_at !== null)) {
    yield { ...place, severity: 'error', text: `is ${state} and has not the dates of that state` };
  }
  if (!isEnded(row) && jobs === 0) {
    const text = 'has not ended, and no job works on it: abort it, and submit it again';
    yield { ...place, severity: 'warning', text };
  }
}
