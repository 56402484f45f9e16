import { defineOperation, withDefault } from '../../automation/define.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { removeBlob } from '../parts/attach-blobs.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const removeBlobOperation = defineOperation({
  id: 'Blob.RemoveFromDocument',
  aliases: ['Blob.Remove'],
  label: 'Remove File',
  category: 'Files',
  description:
    'Takes a file out of the input document. A list is emptied, and an item is taken out of its list.',
  params: {
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
      run: (context, document, { save, xpath }) =>
        removeBlob(context, document, { xpath, saves: save }),
    },
  ],
});
