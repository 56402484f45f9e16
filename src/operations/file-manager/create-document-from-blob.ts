import { defineOperation } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { importFiles } from '../parts/import-file.ts';
import { loadUserWorkspace } from '../parts/user-workspace.ts';

export const createDocumentFromBlobOperation = defineOperation({
  id: 'UserWorkspace.CreateDocumentFromBlob',
  label: "Create Document from file in User's workspace",
  category: 'Services',
  description: 'Makes a document of each input file in the personal workspace of the caller.',
  params: {},
  methods: [
    {
      input: 'bloblist',
      output: 'documents',
      run: (context, blobs) => importIntoWorkspace(context, blobs),
    },
    {
      input: 'blob',
      output: 'document',
      run: async (context, blob) => (await importIntoWorkspace(context, [blob]))[0],
    },
  ],
});

async function importIntoWorkspace(
  context: OperationContext,
  blobs: readonly OperationBlob[],
): Promise<readonly WorkingDocument[]> {
  const container = await loadUserWorkspace(context);
  return importFiles(context, blobs, { container, detectsType: true, overwrites: false });
}
