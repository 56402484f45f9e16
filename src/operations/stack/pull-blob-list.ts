import { defineOperation } from '../../automation/define.ts';
import { takeBlobs } from '../parts/stacks.ts';

export const pullBlobListOperation = defineOperation({
  id: 'Context.PullBlobList',
  aliases: ['Blob.PullList'],
  label: 'Pull File List',
  category: 'Push & Pop',
  description: 'Takes the list of files that was pushed first off its stack and answers it.',
  params: {},
  methods: [{ input: 'void', output: 'bloblist', run: (context) => takeBlobs(context, 'Pull') }],
});
