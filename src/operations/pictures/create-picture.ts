import { defineOperation, optional } from '../../automation/define.ts';
import type { PropertyMap } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { createDocument } from '../../repository/editing/create-document.ts';

const nameOfUnnamed = 'Untitled';
const pictureType = 'Picture';
/** The file, among the properties. */
const fileKey = 'originalPicture';

export const createPictureOperation = defineOperation({
  id: 'Picture.Create',
  label: 'Create Picture',
  category: 'Services',
  description:
    'Creates a picture below the input document and returns it; its views are made in the background.',
  params: {
    name: optional(
      'string',
      `Its name, to which a suffix is added where it is taken; ${nameOfUnnamed} if it is not given.`,
    ),
    pictureTemplates: optional(
      'properties',
      'Views of other sizes, which this server does not make: leave it out.',
    ),
    properties: optional(
      'properties',
      `The properties it starts with, and under ${fileKey} its file, such as that of an upload.`,
    ),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, parent, { name, pictureTemplates, properties: pairs }) {
        if (pictureTemplates && pictureTemplates.size > 0) {
          const remedy = 'leave it out, every picture has the views of the server';
          throw new AppError('request.invalid', `pictureTemplates: is not supported; ${remedy}`);
        }
        const shape = context.repository.model.shapeOf(pictureType);
        const properties = await context.readProperties(withFile(pairs ?? new Map()), { shape });
        return context.write((unit) =>
          createDocument(unit, {
            parentId: parent.id,
            name: name || nameOfUnnamed,
            type: pictureType,
            properties,
          }),
        );
      },
    },
  ],
});

/** @throws AppError request.invalid */
function withFile(pairs: PropertyMap): PropertyMap {
  if (!pairs.get(fileKey)) {
    const remedy = 'send the file there, for instance {"upload-batch": "…", "upload-fileId": "0"}';
    throw new AppError('request.invalid', `properties: ${fileKey} is missing; ${remedy}`);
  }
  return new Map([...pairs].map(([key, value]) => [key === fileKey ? mainBlobXpath : key, value]));
}
