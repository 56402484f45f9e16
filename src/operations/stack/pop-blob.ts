import { defineOperation } from '../../automation/define.ts';
import { takeBlob } from '../parts/stacks.ts';

export const popBlobOperation = defineOperation({
  id: 'Context.PopBlob',
  aliases: ['Blob.Pop'],
  label: 'Pop File',
  category: 'Push & Pop',
  description: 'Takes the file that was pushed last off its stack and answers it.',
  params: {},
  methods: [{ input: 'void', output: 'blob', run: (context) => takeBlob(context, 'Pop') }],
});
