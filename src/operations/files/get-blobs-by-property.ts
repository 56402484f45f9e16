import { defineOperation, withDefault } from '../../automation/define.ts';
import { OperationBlob } from '../../automation/values.ts';
import { getXpath, listedBlobs } from '../../repository/attachments/attached-blobs.ts';

const attachments = 'files:files';

export const getBlobsByPropertyOperation = defineOperation({
  id: 'Document.GetBlobsByProperty',
  aliases: ['Blob.GetList'],
  label: 'Get Document Files',
  category: 'Files',
  description: 'Returns the files that a list property of the input document holds.',
  params: {
    xpath: withDefault('string', attachments, {
      description: 'The list property.',
      values: [attachments],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'bloblist',
      loops: true,
      run: async (_context, document, { xpath }) =>
        listedBlobs(document, getXpath(document.shape, xpath)).map((located) =>
          OperationBlob.stored(located.blob, { document, xpath: located.xpath }),
        ),
    },
  ],
});
