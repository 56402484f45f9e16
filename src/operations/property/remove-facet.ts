import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { withFacet } from '../../automation/unsaved-facets.ts';
import { saveChanges } from '../../automation/working-documents.ts';

export const removeFacetOperation = defineOperation({
  id: 'Document.RemoveFacet',
  aliases: ['Document.RemoveFacet'],
  label: 'Remove Facet',
  category: 'Document',
  description:
    'Takes a facet that was given to the input document away again, with its properties. Facets of the type stay.',
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
        const change = { facet, isPresent: false };
        const target = withFacet(context.repository.model, document, change);
        return saveChanges(context, target, { changes: {}, saves: save });
      },
    },
  ],
});
