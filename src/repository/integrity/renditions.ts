import type { RenditionTable } from '../../storage/rendition-table.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

type RenditionRow = Pick<
  RenditionTable,
  'blob_key' | 'name' | 'file_name' | 'mime_type' | 'state' | 'failure' | 'result_key'
>;

const pageSize = 500;

/** What could not be made of files (no data is lost), and rows whose state does not fit. */
export const renditions = defineCheck({
  name: 'renditions',
  async *run({ database }) {
    const pages = pagesOf<RenditionRow>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('rendition')
          .select(['blob_key', 'name', 'file_name', 'mime_type', 'state', 'failure', 'result_key'])
          .where((e) =>
            e.or([
              e('state', '=', 'failed'),
              e('state', 'not in', ['waiting', 'done', 'failed', 'empty']),
              e.and([e('state', '=', 'done'), e('result_key', 'is', null)]),
            ]),
          )
          .where((e) =>
            e.or([
              e('blob_key', '>', after?.blob_key ?? ''),
              e.and([e('blob_key', '=', after?.blob_key ?? ''), e('name', '>', after?.name ?? '')]),
            ]),
          )
          .orderBy('blob_key')
          .orderBy('name')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const row of page) yield findingOf(row);
  },
});

function findingOf({ blob_key, name, file_name, mime_type, state, failure }: RenditionRow) {
  const id = `${blob_key}/${name}`;
  if (state !== 'failed') {
    const text = `is ${state} and has no result: have it made again`;
    return { severity: 'error', table: 'rendition', id, text } as const;
  }
  const file = `${file_name ?? 'file without name'} (${mime_type ?? 'of unknown type'})`;
  const text = `could not be made of ${file}: ${failure ?? 'no reason is known'}`;
  return { severity: 'warning', table: 'rendition', id, text } as const;
}
