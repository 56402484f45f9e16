import { defineOperation } from '../../automation/define.ts';
import { convertBlob, convertBlobs } from '../parts/convert-blob.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';

const conversion = { mimeType: 'application/pdf' };

export const convertToPdfOperation = defineOperation({
  id: 'Blob.ToPDF',
  label: 'Convert To PDF',
  category: 'Conversion',
  description:
    'Returns the input files, or the main file of the input document, as PDF. A PDF stays as it is.',
  params: {},
  methods: [
    {
      input: 'bloblist',
      output: 'bloblist',
      run: (context, blobs) => convertBlobs(context, blobs, conversion),
    },
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob) => convertBlob(context, blob, conversion),
    },
    {
      input: 'document',
      output: 'blob',
      run: async (context, document) => {
        const blob = mainBlobOf(document);
        return blob && convertBlob(context, blob, conversion);
      },
    },
  ],
});
