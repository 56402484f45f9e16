import { defineOperation } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { DocumentList } from '../../automation/values.ts';
import { limits } from '../../base/limits.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { findDocumentsById, loadAcls } from '../../repository/documents/find-many.ts';
import { subRunParameters } from '../parts/sub-run-parameters.ts';

export const runOperationOnProviderOperation = defineOperation({
  id: 'RunOperationOnProvider',
  aliases: ['Context.RunOperationOnProvider'],
  label: 'Run For Each Page',
  category: 'Execution Flow',
  description: `Runs an operation or chain on the page of documents that a query or page provider returned, and on each page after it, ${limits.listLengthMax} documents at most. The documents of all pages are determined before the first run, so that changes move no document from one page to another.`,
  params: {
    id: subRunParameters.id,
    isolate: subRunParameters.isolated,
  },
  methods: [
    {
      input: 'documents',
      output: 'void',
      async run(context, _input, { id, isolate }) {
        const { input } = context;
        for (const ids of await pagesFrom(input instanceof DocumentList ? input : null)) {
          const page = await stillThere(context, ids);
          if (page.items.length === 0) continue;
          await context.run(id, { input: page, isolates: isolate });
        }
        return undefined;
      },
    },
  ],
});

/** The ids of each page. @throws AppError operation.failed for other lists and too many documents */
async function pagesFrom(first: DocumentList | null): Promise<readonly (readonly string[])[]> {
  const { page, readPage } = first ?? {};
  if (!first || !page || !readPage) {
    throw operationFailed(
      'the input is no page of documents: run Repository.Query or Repository.PageProvider before',
    );
  }
  const pages: string[][] = [];
  const sizeMax = page.pageSize === 0 ? page.maxPageSize : page.pageSize;
  let count = 0;
  let list = first;
  for (;;) {
    pages.push(list.items.map((document) => document.id));
    count += list.items.length;
    if (count > limits.listLengthMax) {
      throw operationFailed(
        `more than ${limits.listLengthMax} documents: find fewer, and call again for the rest`,
      );
    }
    if (list.items.length < sizeMax) return pages;
    list = await readPage(page.offset + count);
  }
}

/** As they are now, without those that were removed, or became invisible to the caller, meanwhile. */
async function stillThere(
  context: OperationContext,
  ids: readonly string[],
): Promise<DocumentList> {
  const visible = await context.read(async (unit) => {
    const found = await findDocumentsById(unit, ids);
    await loadAcls(unit, found);
    const byId = new Map<string, Document>();
    for (const document of found) {
      const question = { document, permission: 'Browse' };
      if (await hasPermission(unit, question)) byId.set(document.id, document);
    }
    return byId;
  });
  return new DocumentList(ids.flatMap((id) => visible.get(id) ?? []));
}
