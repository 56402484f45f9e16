import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { getCurrentDocument } from '../parts/containers.ts';
import { importFiles } from '../parts/import-file.ts';

export const importFileOperation = defineOperation({
  id: 'FileManager.Import',
  label: 'Create Document from file',
  category: 'Services',
  description:
    'Makes a document of each input file, in the folder that the context variable currentDocument names or is in.',
  params: {
    noMimeTypeCheck: withDefault('boolean', false, {
      description: 'Whether the type that was sent with a file counts more than its name.',
    }),
    overwite: withDefault('boolean', false, {
      description: 'Another spelling of overwrite.',
    }),
    overwrite: withDefault('boolean', false, {
      description: 'Whether a document made of a file of the same name gets the new content.',
      aliases: ['overwite'],
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

async function importAll(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  { noMimeTypeCheck, overwrite }: { noMimeTypeCheck: boolean; overwrite: boolean },
): Promise<readonly WorkingDocument[]> {
  const container = await getCurrentDocument(context);
  const task = { container, detectsType: !noMimeTypeCheck, overwrites: overwrite };
  return importFiles(context, blobs, task);
}
