import { defineOperation } from '../../automation/define.ts';
import { topLevelJson } from '../parts/drive-items.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getTopLevelFolderOperation = defineOperation({
  id: 'NuxeoDrive.GetTopLevelFolder',
  label: 'Nuxeo Drive: Get the top level folder',
  category: 'Services',
  description: 'Returns the item of the folder in which the caller has its synchronized folders.',
  params: {},
  methods: [
    {
      input: 'void',
      output: 'blob',
      run: async ({ principal }) => jsonBlob(topLevelJson(principal.username)),
    },
  ],
});
