import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { unregisterRoot } from '../../repository/drive/roots.ts';
import { trashDocument } from '../../repository/editing/trash.ts';
import { getItem } from '../parts/drive-items.ts';

export const deleteItemOperation = defineOperation({
  id: 'NuxeoDrive.Delete',
  label: 'Nuxeo Drive: Delete',
  category: 'Services',
  description:
    'Puts a synchronized folder or file in the trash. The synchronization of a root ends, and its documents stay.',
  params: {
    id: required('string', 'The id of the item.'),
    parentId: optional('string', 'The id of the folder that it is in.'),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { id }) {
        const { document, above, canDelete } = await getItem(context, 'id', id);
        if (!canDelete) throw operationFailed(`id: ${id} cannot be deleted: it is read-only`);
        await context.write(async (unit) => {
          if (above.length === 0) await unregisterRoot(unit, document);
          else await trashDocument(unit, document.id);
        });
        return undefined;
      },
    },
  ],
});
