import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { changedItem, replaceFile } from '../parts/drive-changes.ts';
import { getItem } from '../parts/drive-items.ts';

export const updateDriveFileOperation = defineOperation({
  id: 'NuxeoDrive.UpdateFile',
  label: 'Nuxeo Drive: Update file',
  category: 'Services',
  description:
    'Replaces the content of a synchronized file. Of a state that another user saved, or that is older than an hour, a version is kept.',
  params: {
    id: required('string', 'The id of the file.'),
    parentId: optional('string', 'The id of the folder that it is in.'),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      async run(context, blob, { id, parentId }) {
        if (parentId) await getItem(context, 'parentId', parentId);
        const item = await getItem(context, 'id', id);
        if (!item.file) throw operationFailed(`id: ${id} is a folder, which has no content`);
        return changedItem(context, await replaceFile(context, item, blob));
      },
    },
  ],
});
