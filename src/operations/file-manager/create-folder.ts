import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { createDocument } from '../../repository/editing/create-document.ts';
import { nameFromTitle } from '../../repository/editing/imported-file.ts';
import { findForOverwrite, requireRoomFor } from '../parts/containers.ts';

const folderType = 'Folder';

export const createFolderOperation = defineOperation({
  id: 'FileManager.CreateFolder',
  label: 'Create Folder',
  category: 'Services',
  description: 'Creates a folder below the input document and returns it.',
  params: {
    title: required('string', 'The title of the folder.'),
    overwrite: withDefault('boolean', false, {
      description: 'Whether a folder of that title is taken where there is one.',
    }),
    properties: optional('properties', 'Further properties of the folder.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, parent, { title, overwrite, properties }) {
        if (title.trim() === '') throw operationFailed('title: is blank, give the folder a title');
        await requireRoomFor(context, parent, folderType);
        const folder: Folder = { title, properties: properties ?? new Map() };
        const existing = overwrite ? await findExisting(context, parent, title) : undefined;
        return existing
          ? updateFolder(context, existing, folder)
          : createFolder(context, parent, folder);
      },
    },
  ],
});

interface Folder {
  readonly title: string;
  readonly properties: PropertyMap;
}

function findExisting(
  context: OperationContext,
  parent: WorkingDocument,
  title: string,
): Promise<WorkingDocument | undefined> {
  const types = context.repository.model.typesWithFacet('Folderish');
  return findForOverwrite(context, { parentId: parent.id, types, by: { title } });
}

async function updateFolder(
  context: OperationContext,
  folder: WorkingDocument,
  { properties }: Folder,
): Promise<WorkingDocument> {
  if (properties.size === 0) return folder;
  const present = await lockForChange(context, folder);
  const changes = await context.readProperties(properties, {
    shape: present.shape,
    current: present.properties,
  });
  return saveChanges(context, present, { changes, saves: true });
}

async function createFolder(
  context: OperationContext,
  parent: WorkingDocument,
  { title, properties }: Folder,
): Promise<WorkingDocument> {
  const shape = context.repository.model.shapeOf(folderType);
  const given = await context.readProperties(properties, { shape });
  return context.write((unit) =>
    createDocument(unit, {
      parentId: parent.id,
      name: nameFromTitle(title),
      type: folderType,
      properties: { 'dc:title': title, ...given },
    }),
  );
}
