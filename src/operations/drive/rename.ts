import { defineOperation, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import type { Properties } from '../../model/value.ts';
import { type FileSystemItem, fileOf } from '../../repository/drive/items.ts';
import { changedItem } from '../parts/drive-changes.ts';
import { getItem } from '../parts/drive-items.ts';

export const renameItemOperation = defineOperation({
  id: 'NuxeoDrive.Rename',
  label: 'Nuxeo Drive: Rename',
  category: 'Services',
  description: 'Gives a synchronized folder or file another name and returns it.',
  params: {
    id: required('string', 'The id of the item.'),
    name: required('string', 'Its new name.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { id, name }) {
        if (name.trim() === '') throw operationFailed('name: is blank, give the item a name');
        const item = await getItem(context, 'id', id);
        if (!item.canRename) throw operationFailed(`id: ${id} cannot be renamed: it is read-only`);
        const present = await lockForChange(context, item.document);
        const changes = renamed({ ...item, document: present }, name);
        return changedItem(context, await saveChanges(context, present, { changes, saves: true }));
      },
    },
  ],
});

/** A title that is the name of the file stays so. */
function renamed({ document }: FileSystemItem, name: string): Properties {
  const file = fileOf(document);
  if (!file || document.shape.facets.includes('Folderish')) return { 'dc:title': name };
  const title = document.properties['dc:title'] === file.name ? { 'dc:title': name } : {};
  return { ...title, [mainBlobXpath]: { ...file, name } };
}
