import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { OperationBlob } from '../../automation/values.ts';
import { documentIdOf, findItemById, itemJson, topLevelJson } from '../parts/drive-items.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getFileSystemItemOperation = defineOperation({
  id: 'NuxeoDrive.GetFileSystemItem',
  label: 'Nuxeo Drive: Get file system item',
  category: 'Services',
  description:
    'Returns a folder or file as clients synchronize it, or null when there is none for the caller.',
  params: {
    id: required('string', 'The id of the item.'),
    parentId: optional('string', 'The id of the folder that it is in, which must exist too.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { id, parentId }) {
        const parent = parentId ? await find(context, 'parentId', parentId) : {};
        const found = parent && (await find(context, 'id', id));
        return found
          ? jsonBlob(found)
          : OperationBlob.ofText('null', { name: null, mimeType: 'application/json' });
      },
    },
  ],
});

function find(context: OperationContext, param: string, text: string): Promise<object | undefined> {
  const { username } = context.principal;
  const id = documentIdOf(param, text);
  if (id === undefined) return Promise.resolve(topLevelJson(username));
  return context.read(async (unit) => {
    const item = await findItemById(unit, { itemId: text, documentId: id });
    return item && itemJson(item, username);
  });
}
