import { defineOperation } from '../../automation/define.ts';

export const pushBlobOperation = defineOperation({
  id: 'Context.PushBlob',
  aliases: ['Blob.Push'],
  label: 'Push File',
  category: 'Push & Pop',
  description: 'Puts the input file on top of the stack of files, and passes it on.',
  params: {},
  methods: [
    {
      input: 'blob',
      output: 'blob',
      async run({ stacks }, blob, _params) {
        stacks.blob.push(blob);
        return blob;
      },
    },
  ],
});
