import { defineOperation } from '../../automation/define.ts';
import { takeBlobs } from '../parts/stacks.ts';

export const popBlobListOperation = defineOperation({
  id: 'Context.PopBlobList',
  aliases: ['Blob.PopList'],
  label: 'Pop File List',
  category: 'Push & Pop',
  description: 'Takes the list of files that was pushed last off its stack and answers it.',
  params: {},
  methods: [{ input: 'void', output: 'bloblist', run: (context) => takeBlobs(context, 'Pop') }],
});
