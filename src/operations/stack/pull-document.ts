import { defineOperation } from '../../automation/define.ts';
import { takeDocument } from '../parts/stacks.ts';

export const pullDocumentOperation = defineOperation({
  id: 'Context.PullDocument',
  aliases: ['Document.Pull'],
  label: 'Pull Document',
  category: 'Push & Pop',
  description:
    'Takes the document that was pushed first off its stack and answers it, as it is stored now.',
  params: {},
  methods: [{ input: 'void', output: 'document', run: (context) => takeDocument(context, 'Pull') }],
});
