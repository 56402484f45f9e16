import { defineOperation } from '../../automation/define.ts';
import { BlobList } from '../../automation/values.ts';

export const pushBlobListOperation = defineOperation({
  id: 'Context.PushBlobList',
  aliases: ['Blob.PushList'],
  label: 'Push File List',
  category: 'Push & Pop',
  description:
    'Puts the input files as one list on top of the stack of file lists, and passes them on.',
  params: {},
  methods: [
    {
      input: 'bloblist',
      output: 'bloblist',
      async run({ stacks }, blobs, _params) {
        stacks.bloblist.push(new BlobList(blobs));
        return blobs;
      },
    },
  ],
});
