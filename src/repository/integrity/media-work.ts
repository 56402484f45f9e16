import type { MediaWorkTable } from '../../storage/media-work-table.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';

type WorkRow = Pick<MediaWorkTable, 'document_id' | 'kind' | 'state' | 'failure'>;

const pageSize = 500;

/** Values that could not be computed from files (no data is lost), and rows whose state does not fit. */
export const mediaWork = defineCheck({
  name: 'media-work',
  async *run({ database }) {
    const pages = pagesOf<WorkRow>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('media_work')
          .select(['document_id', 'kind', 'state', 'failure'])
          .where('state', '<>', 'waiting')
          .where((e) =>
            e.or([
              e('document_id', '>', after?.document_id ?? ''),
              e.and([
                e('document_id', '=', after?.document_id ?? ''),
                e('kind', '>', after?.kind ?? ''),
              ]),
            ]),
          )
          .orderBy('document_id')
          .orderBy('kind')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const row of page) yield findingOf(row);
  },
});

function findingOf({ document_id, kind, state, failure }: WorkRow) {
  const place = { table: 'media_work', id: `${document_id}/${kind}` } as const;
  if (state !== 'failed') {
    const text = `has the unknown state ${state}: compute the values of the document again`;
    return { severity: 'error', ...place, text } as const;
  }
  const text = `has no values of its ${kind}: ${failure ?? 'no reason is known'}`;
  return { severity: 'warning', ...place, text } as const;
}
