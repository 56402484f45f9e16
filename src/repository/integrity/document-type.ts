import { noLifecycleState } from '../../model/lifecycle.ts';
import { defineDocumentCheck, error, warning } from './document-check.ts';

/** The type, the facets and the state are in the content model. */
export const documentType = defineDocumentCheck({
  name: 'document-type',
  *inspect({ row, shape, instanceFacets }, { model }) {
    if (!shape) {
      yield error(`is of the type ${row.primary_type}, which the content model does not have`);
      return;
    }
    if (!instanceFacets) yield error('has facets that are not a JSON list of names');
    for (const facet of instanceFacets ?? []) {
      if (!model.findFacet(facet)) yield warning(`has the facet ${facet}, which is not defined`);
    }
    const lifecycle = model.lifecycleOf(shape.type);
    const isKnown = lifecycle
      ? lifecycle.states[row.lifecycle_state] !== undefined
      : row.lifecycle_state === noLifecycleState;
    if (!isKnown) {
      yield warning(
        `is in the state ${row.lifecycle_state}, which the life cycle of ${row.primary_type} does not have`,
      );
    }
  },
});
