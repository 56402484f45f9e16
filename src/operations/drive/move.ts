import { defineOperation, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { moveDocument } from '../../repository/editing/relocation.ts';
import { changedItem } from '../parts/drive-changes.ts';
import { getItem, getParentItem } from '../parts/drive-items.ts';

export const moveItemOperation = defineOperation({
  id: 'NuxeoDrive.Move',
  label: 'Nuxeo Drive: Move',
  category: 'Services',
  description: 'Moves a synchronized folder or file to another folder and returns it.',
  params: {
    destId: required('string', 'The id of the folder it goes to.'),
    srcId: required('string', 'The id of the item.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { destId, srcId }) {
        const item = await getItem(context, 'srcId', srcId);
        if (item.above.length === 0) {
          throw operationFailed(`srcId: ${srcId} is a root, which stays in the top-level folder`);
        }
        const { document: target } = await getParentItem(context, 'destId', destId);
        const { id } = item.document;
        const moved = await context.write((unit) =>
          moveDocument(unit, { id, targetId: target.id, name: null }),
        );
        return changedItem(context, moved);
      },
    },
  ],
});
