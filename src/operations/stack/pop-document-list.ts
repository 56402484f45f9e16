import { defineOperation } from '../../automation/define.ts';
import { takeDocuments } from '../parts/stacks.ts';

export const popDocumentListOperation = defineOperation({
  id: 'Context.PopDocumentList',
  aliases: ['Document.PopList'],
  label: 'Pop Document List',
  category: 'Push & Pop',
  description:
    'Takes the list of documents that was pushed last off its stack and answers it, as they are stored now.',
  params: {},
  methods: [
    { input: 'void', output: 'documents', run: (context) => takeDocuments(context, 'Pop') },
  ],
});
