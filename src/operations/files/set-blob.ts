import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { attachBlobs } from '../parts/attach-blobs.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const setBlobOperation = defineOperation({
  id: 'Document.SetBlob',
  aliases: ['Blob.Set'],
  label: 'Set File',
  category: 'Document',
  description:
    'Puts a file into the input document: it takes the place of another file, or is added to a list.',
  params: {
    file: required('blob', 'The file.'),
    save: saveParameter,
    xpath: withDefault('string', mainBlobXpath, {
      description: 'Where the file goes.',
      values: [mainBlobXpath],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { file, save, xpath }) =>
        attachBlobs(context, document, { xpath, saves: save, blobs: [file] }),
    },
  ],
});
