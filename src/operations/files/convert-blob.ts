import { defineOperation, required } from '../../automation/define.ts';
import { convertBlob, convertBlobs } from '../parts/convert-blob.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';

export const convertBlobOperation = defineOperation({
  id: 'Blob.Convert',
  label: 'Convert to given mime-type',
  category: 'Conversion',
  since: '5.7',
  description:
    'Returns the input files, or the main file of the input document, as files of another type. A file that has the type already stays as it is.',
  params: { mimeType: required('string', 'The type to convert to, such as `application/pdf`.') },
  methods: [
    {
      input: 'bloblist',
      output: 'bloblist',
      run: (context, blobs, { mimeType }) => convertBlobs(context, blobs, { mimeType }),
    },
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, { mimeType }) => convertBlob(context, blob, { mimeType }),
    },
    {
      input: 'document',
      output: 'blob',
      run: async (context, document, { mimeType }) => {
        const blob = mainBlobOf(document);
        return blob && convertBlob(context, blob, { mimeType });
      },
    },
  ],
});
