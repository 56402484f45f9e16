import { defineOperation } from '../../automation/define.ts';
import { DocumentList } from '../../automation/values.ts';

export const pushDocumentListOperation = defineOperation({
  id: 'Context.PushDocumentList',
  aliases: ['Document.PushList'],
  label: 'Push Document List',
  category: 'Push & Pop',
  description:
    'Puts the input documents as one list on top of the stack of document lists, and passes them on.',
  params: {},
  methods: [
    {
      input: 'documents',
      output: 'documents',
      async run({ stacks }, documents, _params) {
        stacks.documents.push(new DocumentList(documents));
        return documents;
      },
    },
  ],
});
