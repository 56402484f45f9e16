import { defineOperation, required } from '../../automation/define.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { isNote } from '../../content/renditions.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { attachBlobs } from '../parts/attach-blobs.ts';
import { readNote } from '../parts/import-file.ts';

export const attachDriveBlobOperation = defineOperation({
  id: 'NuxeoDrive.AttachBlob',
  label: 'Nuxeo Drive: Attach blob',
  category: 'Services',
  description: 'Makes the input file the content of a document: its file, or the text of a note.',
  params: { document: required('document', 'The document.') },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      async run(context, blob, { document }) {
        if (isNote(document)) {
          await saveChanges(context, document, {
            changes: await readNote(context, blob),
            saves: true,
          });
        } else {
          await attachBlobs(context, document, {
            xpath: mainBlobXpath,
            saves: true,
            blobs: [blob],
          });
        }
        return blob;
      },
    },
  ],
});
