import { defineOperation, optional } from '../../automation/define.ts';
import { Instant, RecordSet, type Value, type ValueMap } from '../../automation/values.ts';
import { limits } from '../../base/limits.ts';
import {
  countFailedTexts,
  type FailedText,
  listFailedTexts,
} from '../../repository/fulltext/failed-texts.ts';
import { emptyRequest, pageWindow } from '../../repository/search/provider-request.ts';

const bounds = { pageSize: limits.pageSizeDefault, maxPageSize: 0, countLimit: null };

export const listUnreadFilesOperation = defineOperation({
  id: 'Fulltext.ListUnreadFiles',
  label: 'List Unread Files',
  category: 'Services',
  access: 'administrator',
  description:
    'Returns a page of the files whose text could not be read, so that searches do not find words in them: the document, the place in it, the file, the reason and the time. The latest failure comes first.',
  params: {
    currentPageIndex: optional('integer', 'The page, counted from 0.'),
    pageSize: optional('integer', `Files of a page; ${limits.pageSizeDefault} by default.`),
  },
  methods: [
    {
      input: 'void',
      output: 'recordset',
      async run(context, _input, params) {
        const window = pageWindow(bounds, {
          ...emptyRequest,
          pageSize: params.pageSize,
          pageIndex: params.currentPageIndex ?? 0,
        });
        const { files, total } = await context.readBounded(async (unit) => ({
          files: await listFailedTexts(unit.handle, window),
          total: await countFailedTexts(unit.handle),
        }));
        return new RecordSet(files.map(rowOf), {
          resultsCount: total,
          pageSize: window.pageSize,
          maxPageSize: window.maxPageSize,
          resultsCountLimit: window.countLimit,
          offset: window.offset,
        });
      },
    },
  ],
});

function rowOf(file: FailedText): ValueMap {
  return new Map<string, Value>([
    ['ecm:uuid', file.documentId],
    ['ecm:path', file.path],
    ['ecm:isVersion', file.isVersion],
    ['xpath', file.xpath],
    ['name', file.name],
    ['mime-type', file.mimeType],
    ['reason', file.failure],
    ['failed', file.failedAtMs === null ? null : new Instant(file.failedAtMs)],
  ]);
}
