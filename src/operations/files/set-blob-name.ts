import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { renameBlob } from '../parts/attach-blobs.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const setBlobNameOperation = defineOperation({
  id: 'Document.SetBlobName',
  aliases: ['Blob.SetFilename'],
  label: 'Set File Name',
  category: 'Files',
  description:
    'Gives a file of the input document another name. Where there is no file nothing happens.',
  params: {
    name: required('string', 'The new name of the file.'),
    save: saveParameter,
    xpath: withDefault('string', mainBlobXpath, {
      description: 'Where the file is.',
      values: [mainBlobXpath],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { name, save, xpath }) =>
        renameBlob(context, document, { name, xpath, saves: save }),
    },
  ],
});
