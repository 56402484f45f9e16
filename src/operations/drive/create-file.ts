import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { changedItem } from '../parts/drive-changes.ts';
import { getParentItem } from '../parts/drive-items.ts';
import { importFiles } from '../parts/import-file.ts';

export const createDriveFileOperation = defineOperation({
  id: 'NuxeoDrive.CreateFile',
  label: 'Nuxeo Drive: Create file',
  category: 'Services',
  description:
    'Makes a document of the input file in a synchronized folder and returns it as clients have it.',
  params: {
    parentId: required('string', 'The id of the folder that it is created in.'),
    overwrite: withDefault('boolean', false, {
      description: 'Whether a file of the same name gets the new content.',
      values: ['false'],
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      async run(context, blob, { parentId, overwrite }) {
        const { document: container } = await getParentItem(context, 'parentId', parentId);
        const task = { container, detectsType: true, overwrites: overwrite, keepsFiles: true };
        const [created] = await importFiles(context, [blob], task);
        return created && changedItem(context, created);
      },
    },
  ],
});
