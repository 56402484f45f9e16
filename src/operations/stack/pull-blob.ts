import { defineOperation } from '../../automation/define.ts';
import { takeBlob } from '../parts/stacks.ts';

export const pullBlobOperation = defineOperation({
  id: 'Context.PullBlob',
  aliases: ['Blob.Pull'],
  label: 'Pull File',
  category: 'Push & Pop',
  description: 'Takes the file that was pushed first off its stack and answers it.',
  params: {},
  methods: [{ input: 'void', output: 'blob', run: (context) => takeBlob(context, 'Pull') }],
});
