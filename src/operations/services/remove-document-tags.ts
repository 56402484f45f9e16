import { defineOperation } from '../../automation/define.ts';
import { withPending } from '../../automation/working-documents.ts';
import { removeAllTags } from '../../repository/tags/tags.ts';

export const removeDocumentTagsOperation = defineOperation({
  id: 'Services.RemoveDocumentTags',
  label: 'Remove All Document Tags',
  category: 'Services',
  since: '7.1',
  description: 'Takes all tags away from the input document, which needs the permission Write.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document) {
        const untagged = await context.write((unit) => removeAllTags(unit, document.id));
        return withPending(untagged, document);
      },
    },
  ],
});
