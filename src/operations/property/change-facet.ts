import { defineOperation, type Operation, required } from '../../automation/define.ts';
import { withFacet } from '../../automation/unsaved-facets.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { saveParameter } from '../parts/save-parameter.ts';

function changingFacet(verb: 'Add' | 'Remove', description: string): Operation {
  const id = `Document.${verb}Facet`;
  return defineOperation({
    id,
    aliases: [id],
    label: `${verb} Facet`,
    category: 'Document',
    description,
    params: { facet: required('string', 'The name of the facet.'), save: saveParameter },
    methods: [
      {
        input: 'document',
        output: 'document',
        loops: true,
        async run(context, document, { facet, save }) {
          const change = { facet, isPresent: verb === 'Add' };
          const target = withFacet(context.repository.model, document, change);
          return saveChanges(context, target, { changes: {}, saves: save });
        },
      },
    ],
  });
}

export const addFacetOperation = changingFacet(
  'Add',
  'Gives the input document a facet with its properties. Nothing happens if it has the facet.',
);

export const removeFacetOperation = changingFacet(
  'Remove',
  'Takes a facet that was given to the input document away again, with its properties. Facets of the type stay.',
);
