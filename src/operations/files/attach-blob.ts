import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { isDocument, type WorkingDocument } from '../../automation/values.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { attachBlobs } from '../parts/attach-blobs.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const attachBlobOperation = defineOperation({
  id: 'Blob.AttachOnDocument',
  aliases: ['Blob.Attach'],
  label: 'Attach File',
  category: 'Files',
  description:
    'Puts the input files into a document and returns them: they are added to a list, or the last one replaces another file.',
  params: {
    document: required('document', 'The id or absolute path of the document.'),
    save: saveParameter,
    xpath: withDefault('string', mainBlobXpath, {
      description: 'Where the files go.',
      values: [mainBlobXpath],
    }),
  },
  methods: [
    {
      input: 'bloblist',
      output: 'bloblist',
      async run(context, blobs, { document, save, xpath }) {
        const changed = await attachBlobs(context, document, { xpath, saves: save, blobs });
        keepInVariables(context, changed);
        return blobs;
      },
    },
    {
      input: 'blob',
      output: 'blob',
      async run(context, blob, { document, save, xpath }) {
        const changed = await attachBlobs(context, document, { xpath, saves: save, blobs: [blob] });
        keepInVariables(context, changed);
        return blob;
      },
    },
  ],
});

/** The output is the files, so later steps find the changed document only in its variable. */
function keepInVariables({ variables }: OperationContext, changed: WorkingDocument): void {
  for (const [name, value] of variables) {
    if (isDocument(value) && value.id === changed.id) variables.set(name, changed);
  }
}
