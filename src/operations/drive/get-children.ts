import { defineOperation, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { listChildren } from '../../repository/documents/children.ts';
import { type FileSystemItem, findItems, showingItems } from '../../repository/drive/items.ts';
import { listRoots } from '../../repository/drive/roots.ts';
import { documentIdOf, getItem, itemJson } from '../parts/drive-items.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getChildItemsOperation = defineOperation({
  id: 'NuxeoDrive.GetChildren',
  label: 'Nuxeo Drive: Get children',
  category: 'Services',
  description: 'Returns the folders and files in a folder as clients synchronize them.',
  params: { id: required('string', 'The id of the folder.') },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { id }) {
        const items =
          documentIdOf('id', id) === undefined
            ? await rootItems(context)
            : await childItems(context, (await getItem(context, 'id', id)).document.id);
        return jsonBlob(items.map((item) => itemJson(item, context.principal.username)));
      },
    },
  ],
});

function rootItems(context: OperationContext): Promise<readonly FileSystemItem[]> {
  return context.read(async (unit) => {
    const roots = await listRoots(showingItems(unit));
    return [...(await findItems(unit, roots, roots)).values()];
  });
}

const pageSize = 200;
const childrenMax = 5_000;

async function childItems(
  context: OperationContext,
  parentId: DocumentId,
): Promise<readonly FileSystemItem[]> {
  const items: FileSystemItem[] = [];
  for (let offset = 0; ; offset += pageSize) {
    await context.takeTurn(0);
    const page = await context.read(async (unit) => {
      const shown = showingItems(unit);
      const sort = { by: 'title', order: 'asc' } as const;
      const found = await listChildren(shown, { parentId, offset, limit: pageSize, sort });
      return { ...found, items: await itemsAmong(shown, found.entries) };
    });
    items.push(...page.items);
    if (!page.hasMore) return items;
    if (offset + pageSize >= childrenMax) {
      throw operationFailed(
        `id: the folder has more than ${childrenMax} documents: read it with NuxeoDrive.ScrollDescendants`,
      );
    }
  }
}

async function itemsAmong(
  unit: Parameters<typeof listRoots>[0],
  documents: readonly Document[],
): Promise<readonly FileSystemItem[]> {
  return [...(await findItems(unit, documents, await listRoots(unit))).values()];
}
