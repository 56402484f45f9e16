import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { attachBlobs } from '../parts/attach-blobs.ts';
import { currentDocumentVariable, getCurrentDocument } from '../parts/containers.ts';
import { readNote } from '../parts/import-file.ts';

const attachments = 'files:files';

export const attachOnCurrentDocumentOperation = defineOperation({
  id: 'BlobHolder.AttachOnCurrentDocument',
  aliases: ['BlobHolder.Attach'],
  label: 'Attach File or files to the currentDocument.',
  category: 'Files',
  description: `Puts the input files into the document that the context variable ${currentDocumentVariable} names, and returns it.`,
  params: {
    useMainBlob: withDefault('boolean', true, {
      description: 'Whether the first file becomes the main one; the others are attachments.',
    }),
  },
  methods: [
    {
      input: 'bloblist',
      output: 'document',
      run: (context, blobs, { useMainBlob }) => attach(context, blobs, useMainBlob),
    },
    {
      input: 'blob',
      output: 'document',
      run: (context, blob, { useMainBlob }) => attach(context, [blob], useMainBlob),
    },
  ],
});

async function attach(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  usesMain: boolean,
): Promise<WorkingDocument> {
  const [main, ...others] = blobs;
  let document = await getCurrentDocument(context);
  if (usesMain && main) {
    document = await setMain(context, document, { main, saves: others.length === 0 });
  }
  const attached = usesMain ? others : blobs;
  if (attached.length > 0) {
    const place = { xpath: attachments, saves: true };
    document = await attachBlobs(context, document, { ...place, blobs: attached });
  }
  context.variables.set(currentDocumentVariable, document);
  return document;
}

async function setMain(
  context: OperationContext,
  document: WorkingDocument,
  { main, saves }: { main: OperationBlob; saves: boolean },
): Promise<WorkingDocument> {
  const { properties } = document.shape;
  if (properties.has('note:note') && !properties.has(mainBlobXpath)) {
    return saveChanges(context, document, { changes: await readNote(context, main), saves });
  }
  return attachBlobs(context, document, { xpath: mainBlobXpath, saves, blobs: [main] });
}
