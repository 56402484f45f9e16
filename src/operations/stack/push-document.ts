import { defineOperation } from '../../automation/define.ts';

export const pushDocumentOperation = defineOperation({
  id: 'Context.PushDocument',
  aliases: ['Document.Push'],
  label: 'Push Document',
  category: 'Push & Pop',
  description: 'Puts the input document on top of the stack of documents, and passes it on.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      async run({ stacks }, document, _params) {
        stacks.document.push(document);
        return document;
      },
    },
  ],
});
