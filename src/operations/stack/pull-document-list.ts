import { defineOperation } from '../../automation/define.ts';
import { takeDocuments } from '../parts/stacks.ts';

export const pullDocumentListOperation = defineOperation({
  id: 'Context.PullDocumentList',
  aliases: ['Document.PullList'],
  label: 'Pull Document List',
  category: 'Push & Pop',
  description:
    'Takes the list of documents that was pushed first off its stack and answers it, as they are stored now.',
  params: {},
  methods: [
    { input: 'void', output: 'documents', run: (context) => takeDocuments(context, 'Pull') },
  ],
});
