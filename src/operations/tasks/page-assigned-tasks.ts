import { defineOperation, optional } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { dashboardTasks, tasksMax } from '../parts/dashboard-tasks.ts';
import { jsonBlob } from '../parts/json-blob.ts';

const pageSizeDefault = 20;

export const pageAssignedTasksOperation = defineOperation({
  id: 'Workflow.UserTaskPageProvider',
  label: 'UserTaskPageProvider',
  category: 'Services',
  description:
    'Returns a page of the open tasks that the caller may end, as JSON with its position and the number of all.',
  params: {
    language: optional('string', 'The language of the names of tasks; en by default.'),
    page: optional('integer', 'The page, counted from 0.'),
    pageSize: optional(
      'integer',
      `Tasks of a page; ${pageSizeDefault} by default, at most ${tasksMax}.`,
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { language, page, pageSize }) {
        const size = sizeOf(pageSize);
        const pageIndex = indexOf(page);
        const { items, total } = await dashboardTasks(context, {
          languages: language ? [language] : [],
          offset: pageIndex * size,
          size,
        });
        return jsonBlob({
          isPaginable: true,
          totalSize: total,
          pageIndex,
          pageSize: size,
          pageCount: Math.ceil(total / size),
          entries: items,
        });
      },
    },
  ],
});

function sizeOf(asked: number | null): number {
  if (asked === null || asked <= 0) return pageSizeDefault;
  return Math.min(asked, tasksMax);
}

/** @throws AppError operation.failed */
function indexOf(asked: number | null): number {
  const index = asked ?? 0;
  if (index >= 0 && index * tasksMax <= Number.MAX_SAFE_INTEGER) return index;
  throw operationFailed(`page: ${index} is not the number of a page; send 0 for the first`);
}
