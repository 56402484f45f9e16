import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { getCurrentDocument } from '../parts/containers.ts';
import { importFiles } from '../parts/import-file.ts';

export const importFileWithPropertiesOperation = defineOperation({
  id: 'FileManager.ImportWithProperties',
  label: 'Create Document from file',
  category: 'Services',
  description:
    'Makes a document of each input file, in the folder that the context variable currentDocument names or is in, and sets its properties.',
  params: {
    properties: required('properties', 'The properties of the documents.'),
    mimeTypeCheck: withDefault('boolean', true, {
      description: 'Whether the name of a file counts more than the type that was sent with it.',
    }),
    overwrite: withDefault('boolean', false, {
      description: 'Whether a document made of a file of the same name gets the new content.',
    }),
  },
  methods: [
    {
      input: 'bloblist',
      output: 'documents',
      run: (context, blobs, params) => importAll(context, blobs, params),
    },
    {
      input: 'blob',
      output: 'document',
      run: async (context, blob, params) => (await importAll(context, [blob], params))[0],
    },
  ],
});

interface ImportParams {
  readonly properties: PropertyMap;
  readonly mimeTypeCheck: boolean;
  readonly overwrite: boolean;
}

async function importAll(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  { properties, mimeTypeCheck, overwrite }: ImportParams,
): Promise<readonly WorkingDocument[]> {
  const container = await getCurrentDocument(context);
  const task = { container, properties, detectsType: mimeTypeCheck, overwrites: overwrite };
  return importFiles(context, blobs, task);
}
