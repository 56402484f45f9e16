import { defineOperation, optional } from '../../automation/define.ts';
import { suggestTags, tagsOf } from '../../repository/tags/tags.ts';
import { jsonBlob } from '../parts/json-blob.ts';

/** The number that a selection widget shows. */
const suggestionsMax = 10;

export const suggestTagsOperation = defineOperation({
  id: 'Tag.Suggestion',
  label: 'Get tag suggestion',
  category: 'Services',
  description:
    'Returns a JSON array of tags in the form that selection widgets show: with a value those of a document, otherwise some that begin with a text, from documents that the caller may browse.',
  params: {
    document: optional('document', 'The document whose tags are returned when there is a value.'),
    searchTerm: optional('string', 'The beginning of the tags; nothing is suggested without one.'),
    value: optional('string', 'Any value, to get the tags of the document.'),
    xpath: optional('string', 'Sent by selection widgets; it changes nothing.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { document, searchTerm, value }) {
        if (value) return document && suggestionsOf([...tagsOf(document)].sort());
        const prefix = searchTerm ?? '';
        const labels = await context.readBounded((unit) =>
          suggestTags(unit, { prefix, limit: suggestionsMax }),
        );
        return suggestionsOf(labels);
      },
    },
  ],
});

function suggestionsOf(labels: readonly string[]) {
  return jsonBlob(labels.map((label) => ({ id: label, displayLabel: label })));
}
