import { defineOperation } from '../../automation/define.ts';
import { allBlobsOf } from '../parts/document-blobs.ts';

export const getBlobsOperation = defineOperation({
  id: 'Document.GetBlobs',
  aliases: ['Blob.GetAll'],
  label: 'Get All Document Files',
  category: 'Files',
  description: 'Returns all files of the input document, the main one first.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'bloblist',
      loops: true,
      async run(_context, document) {
        const blobs = allBlobsOf(document);
        return blobs.length === 0 ? null : blobs;
      },
    },
  ],
});
