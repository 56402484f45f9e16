import { defineOperation, required } from '../../automation/define.ts';
import { parseReference } from '../../automation/reference-text.ts';
import { createProxy } from '../../repository/editing/proxies.ts';

export const createLiveProxyOperation = defineOperation({
  id: 'Document.CreateLiveProxy',
  aliases: ['CreateProxyLive'],
  label: 'Create Proxy Live',
  category: 'Document',
  description:
    'Shows the input document in another folder by a proxy, which follows its changes, and returns the proxy.',
  access: 'administrator',
  params: {
    'Destination Path': required('string', 'The absolute path, or the id, of the folder.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { 'Destination Path': destination }) {
        const folder = await context.load(parseReference(destination.trim(), document.path));
        return context.write((unit) =>
          createProxy(unit, { targetId: document.id, folderId: folder.id }),
        );
      },
    },
  ],
});
