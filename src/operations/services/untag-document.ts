import { defineOperation, required } from '../../automation/define.ts';
import { withPending } from '../../automation/working-documents.ts';
import { removeTags } from '../../repository/tags/tags.ts';

export const untagDocumentOperation = defineOperation({
  id: 'Services.UntagDocument',
  label: 'Untag Document',
  category: 'Services',
  since: '7.1',
  description:
    'Takes tags away from the input document. The tags that others gave to it need the permission Write.',
  params: {
    tags: required('stringlist', 'The tags to take away; those it has not count for nothing.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { tags: labels }) {
        const { id } = document;
        const untagged = await context.write((unit) => removeTags(unit, { id, labels }));
        return withPending(untagged, document);
      },
    },
  ],
});
