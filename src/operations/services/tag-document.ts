import { defineOperation, required } from '../../automation/define.ts';
import { withPending } from '../../automation/working-documents.ts';
import { addTags } from '../../repository/tags/tags.ts';

export const tagDocumentOperation = defineOperation({
  id: 'Services.TagDocument',
  label: 'Tag Document',
  category: 'Services',
  since: '7.1',
  description:
    'Tags the input document, which needs the right to read it only and is no change of its content. Tags are kept in small letters and without spaces, slashes, apostrophes and percent signs; one has at most 255 characters, and a document 1,000 tags.',
  params: { tags: required('stringlist', 'The tags to add; empty ones are left out.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { tags: labels }) {
        const { id } = document;
        const tagged = await context.write((unit) => addTags(unit, { id, labels }));
        return withPending(tagged, document);
      },
    },
  ],
});
