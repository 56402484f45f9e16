import { defineOperation } from '../../automation/define.ts';
import { takeDocument } from '../parts/stacks.ts';

export const popDocumentOperation = defineOperation({
  id: 'Context.PopDocument',
  aliases: ['Document.Pop'],
  label: 'Pop Document',
  category: 'Push & Pop',
  description:
    'Takes the document that was pushed last off its stack and answers it, as it is stored now.',
  params: {},
  methods: [{ input: 'void', output: 'document', run: (context) => takeDocument(context, 'Pop') }],
});
