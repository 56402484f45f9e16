import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { Document } from '../../model/document.ts';
import { createDocument } from '../../repository/editing/create-document.ts';
import { nameFromTitle } from '../../repository/editing/imported-file.ts';
import { findForOverwrite, requireRoomFor } from '../parts/containers.ts';
import { changedItem } from '../parts/drive-changes.ts';
import { getParentItem } from '../parts/drive-items.ts';

const folderType = 'Folder';

export const createDriveFolderOperation = defineOperation({
  id: 'NuxeoDrive.CreateFolder',
  label: 'Nuxeo Drive: Create folder',
  category: 'Services',
  description: 'Creates a folder in a synchronized folder and returns it as clients have it.',
  params: {
    name: required('string', 'The name of the folder.'),
    parentId: required('string', 'The id of the folder that it is created in.'),
    overwrite: withDefault('boolean', false, {
      description: 'Whether a folder of that name is returned where there is one.',
      values: ['false'],
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { name, parentId, overwrite }) {
        if (name.trim() === '') throw operationFailed('name: is blank, give the folder a name');
        const { document: parent } = await getParentItem(context, 'parentId', parentId);
        await requireRoomFor(context, parent, folderType);
        const types = context.repository.model.typesWithFacet('Folderish');
        const existing = overwrite
          ? await findForOverwrite(context, { parentId: parent.id, types, by: { title: name } })
          : undefined;
        return changedItem(context, existing ?? (await create(context, parent, name)));
      },
    },
  ],
});

function create(context: OperationContext, parent: Document, name: string): Promise<Document> {
  return context.write((unit) =>
    createDocument(unit, {
      parentId: parent.id,
      name: nameFromTitle(name),
      type: folderType,
      properties: { 'dc:title': name },
    }),
  );
}
