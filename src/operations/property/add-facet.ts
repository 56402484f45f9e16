import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { withFacet } from '../../automation/unsaved-facets.ts';
import { saveChanges } from '../../automation/working-documents.ts';

export const addFacetOperation = defineOperation({
  id: 'Document.AddFacet',
  aliases: ['Document.AddFacet'],
  label: 'Add Facet',
  category: 'Document',
  description:
    'Gives the input document a facet with its properties. Nothing happens if it has the facet.',
  params: {
    facet: required('string', 'The name of the facet.'),
    save: withDefault('boolean', true, {
      description: 'Whether to store the change at once.',
      values: ['true'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { facet, save }) {
        const change = { facet, isPresent: true };
        const target = withFacet(context.repository.model, document, change);
        return saveChanges(context, target, { changes: {}, saves: save });
      },
    },
  ],
});
